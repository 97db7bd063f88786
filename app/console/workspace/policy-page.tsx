'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { failureOf, problemsOf } from '../data/failures.ts';
import { SESSION_KEY, useMay, useSession } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { groupedRules } from '../labels/policy.ts';
import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useSay } from '../shell/toasts.tsx';
import { GuardWeek } from './guard-week.tsx';
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

/** The name of the workspace and the policy for its agents. */
export function PolicyPage() {
  const { workspace } = useSession();
  return workspace ? <Policy tenantId={workspace.id} /> : null;
}

function Policy({ tenantId }: { tenantId: string }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.tenants.settings.queryOptions({ tenant_id: tenantId }));
  return (
    <Page
      title="Policy"
      intro="What agents of this workspace may do. The policy applies in the API, over MCP and in this console."
    >
      {error && !data ? <FailureNotice failure={failureOf(error)} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-96" /> : null}
      {data ? <Form tenantId={tenantId} settings={data} /> : null}
    </Page>
  );
}

type FormProps = { tenantId: string; settings: Settings };

function Form({ tenantId, settings }: FormProps) {
  const mayChange = useMay('tenants:manage');
  const [draft, setDraft] = useState<Draft>(new Map());
  const [values, setValues] = useState<WorkspaceValues>({});
  const changes = draft.size + Object.keys(values).length;
  const discard = () => {
    setDraft(new Map());
    setValues({});
  };
  const { mutate, isPending, problems, forget } = useSave(tenantId, discard);
  const wrong = settings.policy.filter(
    (rule) => draft.has(rule.path) && problemWith(rule, shownValue(rule, draft)),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changes === 0 || wrong.length > 0) return;
    mutate({ tenant_id: tenantId, ...values, ...(draft.size > 0 && { policy: patchOf(draft) }) });
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
      <WhoDecides hasPartner={settings.has_partner} mayChange={mayChange} />
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
      <GuardWeek tenantId={tenantId} />
      {changes > 0 ? (
        <SaveBar changes={changes} isBlocked={isPending || wrong.length > 0} discard={discard} />
      ) : null}
    </form>
  );
}

/** Explains who may change which settings. */
function WhoDecides({ hasPartner, mayChange }: { hasPartner: boolean; mayChange: boolean }) {
  const others = hasPartner ? 'the partner who manages this workspace' : 'the operator of this deployment';
  return (
    <p className="rounded-xl bg-sunken px-4 py-3 text-[13px] leading-5 text-pretty text-ink-soft">
      {mayChange ? null : 'Only admins of the workspace can change these settings. '}
      What is <span className="font-medium text-ink">locked</span> settings can be changed only by {others}.{' '}
      <span className="font-medium text-ink">At most</span>:{' '}
      {hasPartner
        ? 'you can lower the value here, but only the partner can raise it again.'
        : 'you can choose a value up to this maximum, and only the operator can raise the maximum.'}
    </p>
  );
}

/** Saves the draft and keeps the server's errors for single fields. */
function useSave(tenantId: string, onSaved: () => void) {
  const trpc = useTRPC();
  const say = useSay();
  const queryClient = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation(
    trpc.tenants.change_settings.mutationOptions({
      onError: (refusal) => {
        if (problemsOf(failureOf(refusal)).size === 0) say.failed(refusal);
      },
      onSuccess: (settings) => {
        queryClient.setQueryData(trpc.tenants.settings.queryKey({ tenant_id: tenantId }), settings);
        void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
        onSaved();
        say.done('Saved. The changes apply from now on.');
      },
    }),
  );
  const problems = error ? problemsOf(failureOf(error)) : new Map<string, string>();
  return { mutate, isPending, problems, forget: reset };
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
