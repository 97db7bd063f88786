'use client';

import { LoaderCircle } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import type { Refusal } from './calls.ts';

export function Heading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-7">
      <h1 className="text-[1.6rem] leading-8 font-semibold tracking-tight text-balance">{title}</h1>
      <p className="mt-2.5 text-[15px] leading-6 text-pretty text-ink-soft">{children}</p>
    </div>
  );
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { label: string; hint?: string };

export function TextField({ label, hint, className = '', ...input }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={`h-11 w-full rounded-lg border border-line-strong bg-surface px-3.5 text-base transition-colors placeholder:text-ink-soft/70 hover:border-ink-soft/50 focus-visible:outline-offset-0 ${className}`}
        {...input}
      />
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-[13px] leading-5 text-ink-soft">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <button
      type="submit"
      disabled={busy}
      className="flex h-11 w-full items-center justify-center gap-2 rounded-lg bg-ink px-4 text-[15px] font-medium text-canvas transition-opacity hover:opacity-88 disabled:opacity-60"
    >
      {busy ? <LoaderCircle aria-hidden="true" className="size-4 animate-spin" /> : null}
      {children}
    </button>
  );
}

export function RefusalNote({ refusal }: { refusal: Refusal | null }) {
  return (
    <p role="alert" className={refusal ? 'text-sm leading-5 text-bad' : 'sr-only'}>
      {refusal ? `${refusal.message} ${refusal.fix}` : ''}
    </p>
  );
}
