'use client';

import { type FormEvent, type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { FormProblems } from './form-problems.tsx';

type DialogFormProps = {
  /** The labels of the buttons that submit and that cancel. */
  action: string;
  cancel?: string;
  isPending: boolean;
  /** Whether the form cannot be submitted yet. */
  isIncomplete?: boolean;
  /** The server's error. Fields show their own problems, and the form shows the rest. */
  error?: unknown;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
};

/** The content of a dialog with a form. The fields scroll and the buttons stay visible. */
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
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} onSubmit={submit} className="flex min-h-0 flex-col">
      <FormProblems error={error} form={form}>
        {(banner) => (
          <>
            <div className="min-h-0 space-y-4 overflow-y-auto px-5 pb-4">{children}</div>
            {banner ? <div className="border-t border-line bg-bad-wash px-5 py-2.5">{banner}</div> : null}
          </>
        )}
      </FormProblems>
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
