import Link from 'next/link';
import type { ApprovalWithMessage } from '../data/trpc.ts';
import { provenanceWords } from '../labels/provenance.ts';
import { Badge } from '../parts/badge.tsx';

/** The mail that the agent had read before its request, and the parts of the message that come from it. */
export function Provenance({ approval }: { approval: ApprovalWithMessage }) {
  const { provenance, identity_id } = approval;
  if (provenance.length === 0) return null;
  return (
    <section aria-label="What the agent had read" className="text-[13px] leading-5">
      <h2 className="mb-1 font-medium">What the agent had read</h2>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {provenance.map((read) => (
          <li key={read.message_id} className="px-3 py-2">
            <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <Link
                href={`/console/mail/${identity_id}/${read.thread_id}`}
                className="max-w-full truncate font-medium hover:underline"
              >
                {read.subject || 'No subject'}
              </Link>
              <span className="max-w-full truncate text-ink-soft">{read.from ?? 'Unknown sender'}</span>
              {read.is_proven ? null : <Badge tone="warn">Unverified</Badge>}
            </p>
            {read.passage === null ? null : (
              <blockquote className="my-1 border-l-2 border-warn pl-2 break-words">
                It instructs its reader: “{read.passage}”
              </blockquote>
            )}
            {read.shares.length > 0 ? <p className="text-pretty">{provenanceWords(read)}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
