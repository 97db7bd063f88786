'use client';

import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Refusal } from './refusal.tsx';

type DialogFormProps = {
  /** The labels of the buttons that submit and that cancel. */
  action: string;
  cancel?: string;
  isPending: boolean;
  /** The form cannot be submitted yet. */
  isIncomplete?: boolean;
  /** The server's error, unless a field already shows it. */
  error?: unknown;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
};

/** The content of a dialog with a form. The fields scroll; the buttons and the server's answer stay visible. */
export function DialogForm(props: DialogFormProps) {
  const {
    action,
    cancel = 'Cancel',
    isPending,
    isIncomplete = false,
    error,
    onSubmit,
    onCancel,
    children,
  } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const form = useRef<HTMLFormElement>(null);
  // A field that the server refused may be out of sight.
  useEffect(() => {
    if (!isPending) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isPending]);
  return (
    <form ref={form} onSubmit={submit} className="flex min-h-0 flex-col">
      <div className="min-h-0 space-y-4 overflow-y-auto px-5 pb-4">{children}</div>
      {error ? (
        <div
          role="alert"
          className="max-h-40 shrink-0 overflow-y-auto border-t border-line px-5 py-3 text-[13px] leading-5"
        >
          <Refusal error={error} />
        </div>
      ) : null}
      <div className="flex justify-end gap-2 border-t border-line px-5 py-3">
        <Button tone="quiet" onClick={onCancel}>
          {cancel}
        </Button>
        <Button tone="primary" type="submit" disabled={isPending || isIncomplete}>
          {action}
        </Button>
      </div>
    </form>
  );
}
