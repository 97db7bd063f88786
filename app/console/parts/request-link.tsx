'use client';

import Link from 'next/link';
import type { Failure } from '../data/failures.ts';
import { useMaySee } from '../data/session-context.ts';
import { fieldsOfCode } from '../labels/errors.ts';

/** Errors that are self-explanatory, so that the request log would add nothing. */
const SELF_EVIDENT = new Set(['unauthenticated', 'unreachable', 'invalid_request', 'second_factor_required']);

/** Links from an error to its call in the request log, for people who may read it. */
export function RequestLink({ failure: { code, requestId } }: { failure: Failure }) {
  const maySee = useMaySee('audit:read');
  const isSelfEvident = SELF_EVIDENT.has(code) || fieldsOfCode(code).length > 0;
  if (!requestId || !maySee || isSelfEvident) return null;
  return (
    <Link
      href={`/console/developers/requests?request_id=${requestId}`}
      className="text-ink-soft underline underline-offset-2 hover:text-ink"
    >
      Open in the request log
    </Link>
  );
}
