'use client';

import { Failure } from './console/parts/failure.tsx';
import './globals.css';

/** Shown when the root layout failed, with its own document. */
export default function GlobalErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body className="min-h-dvh">
        <title>Something went wrong · Proofmail</title>
        <Failure error={error} retry={retry} />
      </body>
    </html>
  );
}
