'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import type { AuditEvent } from '../data/trpc.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { DetailLine, DetailLines } from '../parts/detail-lines.tsx';
import { Time } from '../parts/time.tsx';
import { actorIdOf } from './audit-names.ts';

type Props = {
  event: AuditEvent;
  targetName: string | null;
  show: (filter: { actor: string } | { target: string }) => void;
};

/** All details of one audit entry, with links to related entries. */
export function AuditDetail({ event, targetName, show }: Props) {
  const actorId = actorIdOf(event);
  const page = pageOf(event.target_id);
  const hasDetails = Object.keys(event.details).length > 0;
  return (
    <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-5 pb-5">
      <DetailLines>
        <DetailLine name="When">
          <Time at={event.created_at} long />
        </DetailLine>
        <DetailLine name="Action">
          <Code>{event.action}</Code>
        </DetailLine>
        {actorId === null ? null : (
          <DetailLine name={event.actor_user_id === null ? 'Key' : 'Person'}>
            <Code>{actorId}</Code>
          </DetailLine>
        )}
        <DetailLine name="Target">
          {targetName ? `${targetName} ` : ''}
          <Code>{event.target_id}</Code>
          {page ? (
            <Link href={page} className="prose-link ml-2">
              Open
            </Link>
          ) : null}
        </DetailLine>
        {event.source_address ? (
          <DetailLine name="From">
            <Code>{event.source_address}</Code>
          </DetailLine>
        ) : null}
        {event.request_id ? (
          <DetailLine name="Request">
            <Code>{event.request_id}</Code>
          </DetailLine>
        ) : null}
      </DetailLines>
      {hasDetails ? (
        <CodeBlock
          caption="Details"
          snippet={JSON.stringify(event.details, null, 2)}
          subject="the details"
          language="json"
          className="max-h-72"
        />
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        {actorId === null ? null : (
          <Button size="small" onClick={() => show({ actor: actorId })}>
            Everything by this {event.actor_user_id === null ? 'key' : 'person'}
          </Button>
        )}
        <Button size="small" onClick={() => show({ target: event.target_id })}>
          Everything done to this target
        </Button>
      </div>
    </div>
  );
}

/** The page of the target, by the kind of its ID. */
const pages: [prefix: string, path: string][] = [
  ['idn_', '/console/identities/'],
  ['dom_', '/console/domains/'],
  ['whk_', '/console/developers/webhooks/'],
  ['key_', '/console/developers/keys?key='],
];

const pageOf = (id: string): string | null => {
  const found = pages.find(([prefix]) => id.startsWith(prefix));
  return found ? found[1] + id : null;
};

const Code = ({ children }: { children: ReactNode }) => (
  <code className="font-mono text-[13px] break-all select-all">{children}</code>
);
