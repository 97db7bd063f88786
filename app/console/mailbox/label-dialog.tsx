'use client';

import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, inputLook } from '../parts/field.tsx';

type LabelDialogProps = {
  open: boolean;
  onClose: () => void;
  labels: string[];
  change: (add: string[], remove: string[]) => void;
};

/** Adds labels to a conversation and removes them. Every change is saved at once. */
export function LabelDialog({ open, onClose, labels, change }: LabelDialogProps) {
  const [label, setLabel] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const added = label.trim();
    if (added && !labels.includes(added)) change([added], []);
    setLabel('');
  };
  return (
    <Dialog open={open} onClose={onClose} title="Labels" className="w-[min(26rem,calc(100vw-2rem))]">
      <div className="space-y-4 px-5 pb-5">
        {labels.length > 0 ? (
          <ul aria-label="Labels of this conversation" className="flex flex-wrap gap-1.5">
            {labels.map((name) => (
              <li key={name} className="max-w-full">
                <button
                  type="button"
                  aria-label={`Remove the label ${name}`}
                  onClick={() => change([], [name])}
                  className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-md border border-line-strong px-2 text-[13px] hover:bg-hover"
                >
                  <span className="truncate">{name}</span>
                  <X className="size-3.5 shrink-0" aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        <form onSubmit={add} className="flex items-end gap-2">
          <div className="flex-1">
            <Field label="New label">
              {(props) => (
                <input
                  {...props}
                  data-autofocus
                  maxLength={64}
                  value={label}
                  onChange={(event) => setLabel(event.target.value)}
                  className={inputLook}
                />
              )}
            </Field>
          </div>
          <Button type="submit" disabled={!label.trim()}>
            Add
          </Button>
        </form>
      </div>
    </Dialog>
  );
}
