'use client';

import Link from 'next/link';
import type { Failure } from '../data/failures.ts';
import { useMaySee } from '../data/session-context.ts';

/** Codes that name the fault themselves: the log would add nothing to them. */
const SELF_EVIDENT = new Set(['unauthenticated', 'unreachable', 'invalid_request', 'second_factor_required']);

/** Leads from an error to its call in the request log, for those who may read that. */
export function RequestLink({ failure: { code, requestId } }: { failure: Failure }) {
  const maySee = useMaySee('audit:read');
  if (!requestId || !maySee || SELF_EVIDENT.has(code)) return null;
  return (
    <Link
      href={`/console/developers/requests?request_id=${requestId}`}
      className="text-ink-soft underline underline-offset-2 hover:text-ink"
    >
      Open in the request log
    </Link>
  );
}
