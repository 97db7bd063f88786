'use client';

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useMay } from '../data/session.tsx';
import { useShortcuts } from '../shell/shortcuts.tsx';
import type { Mode } from './compose-draft.ts';

/** Text that was typed before the form was shown, and whether its writer has already sent it. */
export type EarlyWords = { text: string; isSent: boolean };
type Wish = EarlyWords & { mode: Mode };

export const noWords: EarlyWords = { text: '', isSent: false };

/** An answer that was started before the conversation had loaded. */
export type Early = {
  wish: Wish | null;
  begin: (mode: Mode) => void;
  write: (words: EarlyWords) => void;
  forget: () => void;
};

export function useEarlyAnswer(threadId: string): Early {
  const [kept, setKept] = useState<{ threadId: string; wish: Wish | null }>({ threadId, wish: null });
  const wish = kept.threadId === threadId ? kept.wish : null;
  return {
    wish,
    begin: (mode) => setKept({ threadId, wish: { ...(wish ?? noWords), mode } }),
    write: (words) => setKept({ threadId, wish: wish && { ...wish, ...words } }),
    forget: () => setKept({ threadId, wish: null }),
  };
}

/**
 * While a conversation loads, its keyboard shortcuts already start an answer. Typed text is kept and never acts on the list.
 */
export function EarlyAnswer({ early }: { early: Early }) {
  const maySend = useMay('messages:send');
  useShortcuts(
    maySend
      ? {
          r: () => early.begin('reply'),
          a: () => early.begin('reply_all'),
          f: () => early.begin('forward'),
        }
      : {},
  );
  if (!early.wish) return null;
  return (
    <div className="mx-auto max-w-4xl px-4 sm:px-6">
      <EarlyText words={early.wish} onChange={early.write} />
    </div>
  );
}

type EarlyTextProps = { words: EarlyWords; onChange: (words: EarlyWords) => void };

/** Accepts text until the form is shown. If the text was sent, the form sends it when it is shown. */
export function EarlyText({ words: { text, isSent }, onChange }: EarlyTextProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = box;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      if (text.trim() !== '') onChange({ text, isSent: true });
    } else if (event.key === 'Escape' && isSent) {
      event.preventDefault();
      onChange({ text, isSent: false });
    }
  };
  return (
    <>
      <textarea
        ref={box}
        aria-label="Message"
        value={text}
        readOnly={isSent}
        onChange={(event) => onChange({ text: event.target.value, isSent: false })}
        onKeyDown={onKeyDown}
        rows={7}
        className="block w-full resize-y rounded-xl border border-line-strong bg-surface px-4 py-3 text-[15px] leading-6 outline-none"
      />
      <p role="status" className="mt-1.5 text-[13px] leading-5 text-ink-soft">
        {isSent ? 'This is sent as soon as the conversation has loaded. Press Esc to keep writing.' : ''}
      </p>
    </>
  );
}
