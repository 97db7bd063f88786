'use client';

import type { FormEvent, ReactNode } from 'react';
import { failureOf, problemsOf } from '../../data/failures.ts';
import { Button } from '../../parts/button.tsx';
import { cn } from '../../parts/class-names.ts';
import { Field, inputLook } from '../../parts/field.tsx';
import { Refusal } from '../../parts/refusal.tsx';

type Props = {
  label: string;
  hint?: ReactNode;
  value: string;
  change: (value: string) => void;
  placeholder?: string;
  type?: 'text' | 'url';
  isMono?: boolean;
  action: string;
  isPending: boolean;
  error: unknown;
  /** The API field of the value, whose problem is shown next to the input. */
  field: string;
  submit: () => void;
};

/** One field and its button, with the server's error next to the field. */
export function InlineForm(props: Props) {
  const {
    label,
    hint,
    value,
    change,
    placeholder,
    type = 'text',
    isMono,
    action,
    isPending,
    error,
    field,
    submit,
  } = props;
  const problem = error ? (problemsOf(failureOf(error)).get(field) ?? null) : null;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form onSubmit={onSubmit} className="max-w-md">
      <Field label={label} hint={hint} problem={problem}>
        {(control) => (
          <span className="flex gap-2">
            <input
              {...control}
              required
              type={type}
              value={value}
              placeholder={placeholder}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change(event.target.value)}
              className={cn(inputLook, isMono && 'font-mono')}
            />
            <Button tone="primary" type="submit" disabled={isPending}>
              {action}
            </Button>
          </span>
        )}
      </Field>
      {error && !problem ? (
        <div role="alert" className="mt-2 text-[13px] leading-5">
          <Refusal error={error} />
        </div>
      ) : null}
    </form>
  );
}
