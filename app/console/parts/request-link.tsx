'use client';

import Link from 'next/link';
import type { Failure } from '../data/failures.ts';
import { useMaySee } from '../data/session-context.ts';
import { fieldsOfCode } from '../labels/errors.ts';

/** Errors that name the fault themselves, as those of a field do: the log would add nothing to them. */
const SELF_EVIDENT = new Set(['unauthenticated', 'unreachable', 'invalid_request', 'second_factor_required']);

/** Leads from an error to its call in the request log, for those who may read that. */
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
