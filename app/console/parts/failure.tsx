'use client';

import { NoticePage, primaryAction } from './notice-page.tsx';

/** What a person sees when a page broke: `digest` finds the same failure in the log of the server. */
export function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null;
  return (
    <NoticePage title="This page broke">
      <p>
        The fault is ours, and no mail is touched by it. Try again; if it stays, look into the log of the
        running program
        {digest ? (
          <>
            {' '}
            for <code className="font-mono text-[0.9em] text-ink">{digest}</code>
          </>
        ) : null}
        . The API works independently of this page.
      </p>
      <p className="flex flex-wrap items-center gap-5">
        <button type="button" onClick={retry} className={primaryAction}>
          Try again
        </button>
        <a href="/console" className="prose-link text-[15px]">
          Open the console
        </a>
      </p>
    </NoticePage>
  );
}
