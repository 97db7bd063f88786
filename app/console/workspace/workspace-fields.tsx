'use client';

import { useId } from 'react';
import { Field, inputLook } from '../parts/field.tsx';
import type { Settings } from './policy-draft.ts';

/** Unsaved changes. */
export type WorkspaceValues = { name?: string; timezone?: string };

type Props = {
  settings: Settings;
  values: WorkspaceValues;
  mayChange: boolean;
  problems: ReadonlyMap<string, string>;
  change: (values: WorkspaceValues) => void;
};

/** The name and time zone of the workspace, and the values that never change. */
export function WorkspaceFields({ settings, values, mayChange, problems, change }: Props) {
  const zonesId = useId();
  const input = (key: keyof WorkspaceValues, label: string, hint: string, list?: string) => (
    <Field label={label} hint={hint} problem={problems.get(key) ?? null}>
      {(props) => (
        <input
          {...props}
          list={list}
          autoComplete="off"
          disabled={!mayChange}
          className={inputLook}
          value={values[key] ?? settings[key]}
          onChange={(event) => {
            const { [key]: _, ...others } = values;
            const given = event.target.value;
            change(given === settings[key] ? others : { ...others, [key]: given });
          }}
        />
      )}
    </Field>
  );
  return (
    <section aria-label="Workspace" className="rounded-xl border border-line bg-surface p-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {input('name', 'Name of the workspace', 'Shown to people, for example in invitations.')}
        {input('timezone', 'Time zone', 'Daily limits reset at midnight in this time zone.', zonesId)}
      </div>
      <datalist id={zonesId}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <p className="mt-3 text-[13px] leading-5 text-ink-soft">
        Short name <code className="font-mono text-ink">{settings.slug}</code>; addresses have the suffix{' '}
        <code className="font-mono text-ink">{settings.address_suffix || '(none)'}</code> before the @.
        Neither can be changed.
      </p>
    </section>
  );
}
