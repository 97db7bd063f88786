'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { type Identity, useTRPC } from '../data/trpc.ts';
import { Badge } from '../parts/badge.tsx';
import { Rows } from '../parts/rows.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { Section } from './section.tsx';

const ALL = 100;

/** The keys with which programs reach the mailbox: its own, and those of the whole workspace. */
export function IdentityKeys({ identity }: { identity: Identity }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.keys.list.queryOptions({ limit: ALL }));
  const keys = data?.data.filter(({ identity_id }) => identity_id === null || identity_id === identity.id);
  return (
    <Section
      title="Keys that reach it"
      action={
        <Link href="/console/developers/keys" className="prose-link text-[13px]">
          All keys
        </Link>
      }
    >
      {keys ? null : <Skeleton className="h-16" />}
      {keys?.length === 0 ? (
        <p className="rounded-xl border border-line bg-surface px-4 py-3 text-sm text-ink-soft">
          No key reaches it, so no agent can read its mail.
        </p>
      ) : null}
      {keys && keys.length > 0 ? (
        <Rows
          items={keys}
          keyOf={({ key_id }) => key_id}
          row={({ name, prefix, identity_id, last_used_at }) => (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
              <span className="min-w-0 font-medium break-words">{name}</span>
              {prefix ? <code className="font-mono text-xs text-ink-soft">{prefix}…</code> : null}
              <Badge>{identity_id ? 'Only this mailbox' : 'Whole workspace'}</Badge>
              <span className="ml-auto text-[13px] text-ink-soft">
                {last_used_at ? (
                  <>
                    Last used <Time at={last_used_at} />
                  </>
                ) : (
                  'Never used'
                )}
              </span>
            </div>
          )}
        />
      ) : null}
    </Section>
  );
}
