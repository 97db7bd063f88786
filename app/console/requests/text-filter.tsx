'use client';

import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { IconButton } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { inputLook } from '../parts/field.tsx';

type Props = { label: string; value: string; onChange: (value: string) => void };

/** A filter by a text that is typed in full. Enter applies it. */
export function TextFilter({ label, value, onChange }: Props) {
  const [text, setText] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(text.trim());
  };
  return (
    <form onSubmit={submit} className="relative grow basis-40">
      <input
        aria-label={label}
        placeholder={label}
        className={cn(inputLook, 'h-8 pr-9 text-[13px]', value && 'border-accent')}
        value={text}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      {value ? (
        <IconButton
          label={`Remove the filter: ${label}`}
          className="absolute top-0 right-0 size-8"
          onClick={() => onChange('')}
        >
          <X />
        </IconButton>
      ) : null}
    </form>
  );
}
