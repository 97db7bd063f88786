'use client';

import { useEffect, useRef, useState } from 'react';
import { useMay } from '../data/session.tsx';
import { useShortcuts } from '../shell/shortcuts.tsx';
import type { Mode } from './compose-draft.ts';

type Wish = { mode: Mode; text: string };

/** An answer that was begun before the conversation had loaded. */
export type Early = {
  wish: Wish | null;
  begin: (mode: Mode) => void;
  write: (text: string) => void;
  forget: () => void;
};

export function useEarlyAnswer(threadId: string): Early {
  const [kept, setKept] = useState<{ threadId: string; wish: Wish | null }>({ threadId, wish: null });
  const wish = kept.threadId === threadId ? kept.wish : null;
  return {
    wish,
    begin: (mode) => setKept({ threadId, wish: { mode, text: wish?.text ?? '' } }),
    write: (text) => setKept({ threadId, wish: wish && { ...wish, text } }),
    forget: () => setKept({ threadId, wish: null }),
  };
}

/** While a conversation loads, its keys already answer it: what is typed then is kept, and never acts on the list. */
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
      <EarlyText text={early.wish.text} onChange={early.write} />
    </div>
  );
}

/** Takes the text while the form is not there yet. */
export function EarlyText({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <textarea
      ref={box}
      aria-label="Message"
      value={text}
      onChange={(event) => onChange(event.target.value)}
      rows={7}
      className="block w-full resize-y rounded-xl border border-line-strong bg-surface px-4 py-3 text-[15px] leading-6 outline-none"
    />
  );
}
