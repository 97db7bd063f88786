'use client';

import type { FormEvent, ReactNode } from 'react';
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-col">
      <div className="min-h-0 space-y-4 overflow-y-auto px-5 pb-4">
        {children}
        {error ? (
          <div role="alert" className="text-[13px] leading-5">
            <Refusal error={error} />
          </div>
        ) : null}
      </div>
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
