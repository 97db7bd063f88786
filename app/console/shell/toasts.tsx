'use client';

import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { type Failure, failureOf } from '../data/failures.ts';
import { IconButton } from '../parts/button.tsx';
import { RequestLink } from '../parts/request-link.tsx';

type Toast = {
  id: number;
  tone: 'good' | 'bad';
  text: string;
  more?: string;
  failure?: Failure;
  undo?: () => void;
};
type Say = {
  /** Reports success; `undo` reverts the action. */
  done(text: string, undo?: () => void): void;
  /** Reports a bad outcome that is not an error of the API. */
  problem(text: string, more: string): void;
  /** Reports an error of the API and how to fix it. */
  failed(error: unknown): Failure;
  /** Whether a message on the page offers to undo something. */
  canUndo(): boolean;
  /** Performs the undo that the latest message offers. */
  undo(): void;
};

const STAYS_MS = 6_000;
const FAILURE_STAYS_MS = 12_000;
const ToastContext = createContext<Say | null>(null);

/** Short messages at the bottom of the page, which screen readers announce. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const next = useRef(0);
  const latest = useRef<Toast[]>([]);
  latest.current = toasts;
  const close = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const add = useCallback(
    (toast: Omit<Toast, 'id'>, stays: number) => {
      next.current += 1;
      const id = next.current;
      setToasts((all) => [...all.slice(-2), { ...toast, id }]);
      setTimeout(() => close(id), stays);
    },
    [close],
  );
  const say = useMemo<Say>(
    () => ({
      done: (text, undo) => add({ tone: 'good', text, ...(undo && { undo }) }, STAYS_MS),
      problem: (text, more) => add({ tone: 'bad', text, more }, FAILURE_STAYS_MS),
      failed: (error) => {
        const failure = failureOf(error);
        add({ tone: 'bad', text: failure.message, more: failure.fix, failure }, FAILURE_STAYS_MS);
        return failure;
      },
      canUndo: () => latest.current.some(({ undo }) => undo),
      undo: () => {
        const toast = latest.current.findLast(({ undo }) => undo);
        if (!toast) return;
        close(toast.id);
        toast.undo?.();
      },
    }),
    [add, close],
  );
  return (
    <ToastContext value={say}>
      {children}
      <section
        aria-label="Messages"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex flex-col items-center gap-2 px-4"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} close={() => close(toast.id)} />
        ))}
      </section>
    </ToastContext>
  );
}

function ToastCard({ toast, close }: { toast: Toast; close: () => void }) {
  const Icon = toast.tone === 'good' ? CircleCheck : CircleAlert;
  return (
    <div className="pointer-events-auto flex max-w-md items-start gap-3 rounded-xl border border-line bg-surface py-2 pr-2 pl-3.5 text-sm shadow-raised">
      <Icon
        aria-hidden="true"
        className={`mt-2 size-4 shrink-0 ${toast.tone === 'good' ? 'text-good' : 'text-bad'}`}
      />
      <div className="py-1.5">
        <p>{toast.text}</p>
        {toast.more ? (
          <p className="mt-0.5 text-[13px] leading-5 text-ink-soft">
            {toast.more} {toast.failure ? <RequestLink failure={toast.failure} /> : null}
          </p>
        ) : null}
      </div>
      {toast.undo ? (
        <button
          type="button"
          aria-label="Undo"
          className="my-1 rounded-md px-2 py-0.5 font-medium text-accent hover:bg-accent-wash"
          onClick={() => {
            toast.undo?.();
            close();
          }}
        >
          Undo <kbd className="font-mono text-xs opacity-70">z</kbd>
        </button>
      ) : null}
      <IconButton label="Dismiss" onClick={close} className="size-8">
        <X />
      </IconButton>
    </div>
  );
}

export function useSay(): Say {
  const say = useContext(ToastContext);
  if (!say) throw new Error('useSay needs a ToastProvider around it.');
  return say;
}
