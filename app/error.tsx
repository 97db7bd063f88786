'use client';

import { Failure } from './console/parts/failure.tsx';

/** Shown instead of a page that failed to render. */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <Failure error={error} retry={retry} />;
}
