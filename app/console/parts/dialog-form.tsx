'use client';

import type { FormEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Refusal } from './refusal.tsx';

type DialogFormProps = {
  /** The word on the button that sends it, and on the one that does not. */
  action: string;
  cancel?: string;
  isPending: boolean;
  /** What is filled in cannot be sent yet. */
  isIncomplete?: boolean;
  /** What the server refused, unless a field tells it. */
  error?: unknown;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
};

/** The inside of a dialog that asks for something: its fields scroll, the two ways out stay in sight. */
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
