'use client';

import { NoticePage, primaryAction } from './notice-page.tsx';

/** Shown when a page fails. `digest` identifies the error in the server log. */
export function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null;
  return (
    <NoticePage title="Something went wrong">
      <p>
        This is an error in the console. Your mail is not affected. Try again. If it happens again, look in
        the server log
        {digest ? (
          <>
            {' '}
            for <code className="font-mono text-[0.9em] text-ink">{digest}</code>
          </>
        ) : null}
        . The API works independently of the console.
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
