'use client';

import { CornerDownRight, Paperclip } from 'lucide-react';
import Link from 'next/link';
import type { SearchHit } from '../data/trpc.ts';
import { Badge } from '../parts/badge.tsx';
import { Time } from '../parts/time.tsx';
import { nameOf } from './people.ts';

/** The search results, best first, with the matching words highlighted. */
export function SearchResults({
  hits,
  isNumbered = false,
}: {
  hits: SearchHit[];
  /** Whether to show the numbers by which an answer cites them. */
  isNumbered?: boolean;
}) {
  return (
    <ol
      aria-label="Results"
      className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface"
    >
      {hits.map((hit, index) => (
        <li key={hit.message_id}>
          <Link
            href={`/console/mail/${hit.identity_id}/${hit.thread_id}#${hit.message_id}`}
            prefetch={false}
            className="block px-4 py-3 outline-offset-[-2px] hover:bg-hover"
          >
            <span className="flex items-baseline gap-2">
              {hit.direction === 'outbound' ? (
                <CornerDownRight className="size-3.5 shrink-0 self-center text-ink-soft" aria-label="Sent" />
              ) : null}
              {isNumbered ? (
                <span className="grid h-5 min-w-5 shrink-0 place-items-center self-center rounded-md bg-accent-wash px-1 text-xs font-medium text-accent">
                  {index + 1}
                </span>
              ) : null}
              <span className="truncate text-sm font-medium">{hit.subject || 'No subject'}</span>
              <Time at={hit.date} className="ml-auto shrink-0 text-xs text-ink-soft tabular-nums" />
            </span>
            <span className="block truncate text-[13px] text-ink-soft">{nameOf(hit.from)}</span>
            <Snippet marked={hit.snippet} />
            <span className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
              {hit.trust.quarantined ? <Badge tone="bad">Quarantined</Badge> : null}
              {hit.attachment_hits.map(({ attachment_id, filename, page }) => (
                <Badge key={`${attachment_id} ${page}`}>
                  <Paperclip aria-hidden="true" />
                  <span className="truncate">
                    {filename}, page {page}
                  </span>
                </Badge>
              ))}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** The server escapes the text and adds only `<mark>` tags. This renders them without using HTML. */
function Snippet({ marked }: { marked: string }) {
  const pieces = marked.split(/(<mark>|<\/mark>)/);
  let isMarked = false;
  return (
    <span className="mt-1 line-clamp-2 text-[13px] leading-5 text-ink-soft">
      {pieces.map((piece, index) => {
        if (piece === '<mark>' || piece === '</mark>') {
          isMarked = piece === '<mark>';
          return null;
        }
        const text = unescaped(piece);
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their order.
        return isMarked ? <Mark key={index} text={text} /> : <span key={index}>{text}</span>;
      })}
    </span>
  );
}

const Mark = ({ text }: { text: string }) => (
  <mark className="rounded-sm bg-warn-wash px-0.5 font-medium text-ink">{text}</mark>
);

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", amp: '&' };
const unescaped = (text: string): string =>
  text.replace(/&(lt|gt|quot|#39|#x27|amp);/g, (whole, name: string) => entities[name] ?? whole);
