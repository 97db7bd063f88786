'use client';

import { Failure } from './console/parts/failure.tsx';
import './globals.css';

/** Stands in for the root layout when that threw: it brings its own document. */
export default function GlobalErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body className="min-h-dvh">
        <title>This page broke · Proofmail</title>
        <Failure error={error} retry={retry} />
      </body>
    </html>
  );
}
