'use client';

import { Failure } from './console/parts/failure.tsx';

/** Stands in for any page that threw while it was rendered. */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <Failure error={error} retry={retry} />;
}
