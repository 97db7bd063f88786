'use client';

import { type FormEvent, type ReactNode, useState } from 'react';
import { counted } from '../labels/counted.ts';
import { groupedRules } from '../labels/policy.ts';
import { Button } from '../parts/button.tsx';
import {
  type Draft,
  patchOf,
  problemWith,
  resetValue,
  type Settings,
  shownValue,
  withField,
} from './policy-draft.ts';
import { PolicyRow } from './policy-row.tsx';
import { WorkspaceFields, type WorkspaceValues } from './workspace-fields.tsx';

/** The changes of the form, as input for both operations that save them. */
export type PolicyChanges = WorkspaceValues & { policy?: ReturnType<typeof patchOf> };
/** Saves the changes. The server's errors for single fields stay until something is changed. */
export type SaveChanges = (
  tenantId: string,
  onSaved: () => void,
) => {
  save: (changes: PolicyChanges) => void;
  isPending: boolean;
  problems: ReadonlyMap<string, string>;
  forget: () => void;
};

type FormProps = {
  tenantId: string;
  settings: Settings;
  mayChange: boolean;
  useSave: SaveChanges;
  /** Shown between the name and the policy. */
  note?: ReactNode;
  children?: ReactNode;
};

/** The name, the time zone and the policy of a workspace. */
export function PolicyForm({ tenantId, settings, mayChange, useSave, note, children }: FormProps) {
  const [draft, setDraft] = useState<Draft>(new Map());
  const [values, setValues] = useState<WorkspaceValues>({});
  const changes = draft.size + Object.keys(values).length;
  const discard = () => {
    setDraft(new Map());
    setValues({});
  };
  const { save, isPending, problems, forget } = useSave(tenantId, discard);
  const wrong = settings.policy.filter(
    (rule) => draft.has(rule.path) && problemWith(rule, shownValue(rule, draft)),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changes === 0 || wrong.length > 0) return;
    save({ ...values, ...(draft.size > 0 && { policy: patchOf(draft) }) });
  };
  const change = (next: Draft) => {
    forget();
    setDraft(next);
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-8 pb-4">
      <WorkspaceFields
        settings={settings}
        values={values}
        mayChange={mayChange}
        problems={problems}
        change={(next) => {
          forget();
          setValues(next);
        }}
      />
      {note}
      {groupedRules(settings.policy).map(({ title, about, rules }) => (
        <section key={title} aria-label={title}>
          <h2 className="text-[15px] font-semibold tracking-tight">{title}</h2>
          <p className="mt-0.5 mb-2.5 text-[13px] leading-5 text-ink-soft">{about}</p>
          <div className="divide-y divide-line rounded-xl border border-line bg-surface">
            {rules.map((rule) => {
              const back = resetValue(rule, draft);
              const value = shownValue(rule, draft);
              return (
                <PolicyRow
                  key={rule.path}
                  rule={rule}
                  value={value}
                  isChanged={draft.has(rule.path)}
                  problem={
                    (draft.has(rule.path) ? problemWith(rule, value) : null) ??
                    problems.get(`policy.${rule.path}`) ??
                    null
                  }
                  mayChange={mayChange}
                  change={(given) => change(withField(draft, rule, given))}
                  reset={back ? () => change(withField(draft, rule, back.value)) : null}
                />
              );
            })}
          </div>
        </section>
      ))}
      {children}
      {changes > 0 ? (
        <SaveBar changes={changes} isBlocked={isPending || wrong.length > 0} discard={discard} />
      ) : null}
    </form>
  );
}

type BarProps = { changes: number; isBlocked: boolean; discard: () => void };

const SaveBar = ({ changes, isBlocked, discard }: BarProps) => (
  <div className="sticky bottom-4 z-10 flex items-center gap-2 rounded-xl border border-line-strong bg-surface py-2 pr-2 pl-4 shadow-raised">
    <p role="status" className="min-w-0 flex-1 text-sm">
      {counted(changes, 'unsaved change')}
    </p>
    <Button tone="quiet" onClick={discard}>
      Discard
    </Button>
    <Button tone="primary" type="submit" disabled={isBlocked}>
      Save
    </Button>
  </div>
);
