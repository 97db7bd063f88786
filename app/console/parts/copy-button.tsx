'use client';

import { useEffect, useRef, useState } from 'react';

type Outcome = 'idle' | 'copied' | 'failed';

type CopyButtonProps = { text: string; subject: string; compact?: boolean; word?: string };

const FEEDBACK_MS = 2000;
const words: Record<Outcome, string> = { idle: 'Copy', copied: 'Copied', failed: 'Copy it by hand' };

/**
 * Copies `text` and says so, also to screen readers. `subject` completes the button's accessible name
 * ("Copy API address"); `compact` shows only the icon. The button's word is "Copy" by default.
 */
export function CopyButton({ text, subject, compact = false, word = words.idle }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy() {
    setOutcome((await copyText(text)) ? 'copied' : 'failed');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOutcome('idle'), FEEDBACK_MS);
  }

  return (
    <>
      <button
        type="button"
        onClick={copy}
        aria-label={`Copy ${subject}`}
        title={compact ? `Copy ${subject}` : undefined}
        className="inline-flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2 text-[13px] text-ink-soft transition-colors hover:bg-line/60 hover:text-ink"
      >
        <CopyIcon done={outcome === 'copied'} />
        {(!compact || outcome === 'failed') && (
          <span aria-hidden="true">{outcome === 'idle' ? word : words[outcome]}</span>
        )}
      </button>
      <span role="status" className="sr-only">
        {outcome === 'copied' && `Copied ${subject}.`}
        {outcome === 'failed' && `Could not copy ${subject}. Copy it by hand.`}
      </span>
    </>
  );
}

/** The clipboard API exists only on https and localhost. Elsewhere the older command still works. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}

function CopyIcon({ done }: { done: boolean }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={`size-4 fill-none ${done ? 'stroke-good' : 'stroke-current'}`}
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {done ? (
        <path d="m3.5 8.5 3 3 6-7" />
      ) : (
        <path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2m1-5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1Z" />
      )}
    </svg>
  );
}
