'use client';

import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Field, inputLook } from './field.tsx';

type ConfirmProps = {
  /** Explains what will be lost. */
  children: ReactNode;
  /** The labels of the buttons that confirm and that cancel. */
  action: string;
  keep?: string;
  /** Text that must be typed first, for actions that cannot be undone. */
  typed?: string;
  isPending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** The content of a dialog that asks for confirmation before something is lost. */
export function Confirm(props: ConfirmProps) {
  const { children, action, keep = 'Keep it', typed, isPending, onConfirm, onCancel } = props;
  const [text, setText] = useState('');
  const isMeant = typed === undefined || text.trim() === typed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isMeant) onConfirm();
  };
  return (
    <form onSubmit={submit} className="overflow-y-auto px-5 pb-5">
      <div className="text-sm leading-6 text-pretty text-ink-soft">{children}</div>
      {typed === undefined ? null : (
        <div className="mt-4">
          <Field
            label={`Type the name to confirm`}
            hint={<span className="font-mono break-all select-all">{typed}</span>}
          >
            {(field) => (
              <input
                {...field}
                data-autofocus
                autoComplete="off"
                spellCheck={false}
                className={inputLook}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
        </div>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <Button tone="quiet" onClick={onCancel}>
          {keep}
        </Button>
        <Button tone="danger" type="submit" disabled={isPending || !isMeant}>
          {action}
        </Button>
      </div>
    </form>
  );
}
