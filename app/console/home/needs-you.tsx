'use client';

import { CircleCheck } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { numberWords } from '../labels/counted.ts';
import { Badge } from '../parts/badge.tsx';
import { ApprovalRow, DomainRow, HeldRow, IdentityRow, LimitRow, SendRow, WebhookRow } from './need-rows.tsx';
import type { Needs } from './use-overview.ts';

/** The API counts to a thousand. */
const MOST = 1_000;

type Group = { key: string; title: string; count: number; all: string | null; rows: ReactNode[] };

/** Everything that waits for a person, over all mailboxes, the most pressing kind first. */
export function NeedsYou({ needs, isNew }: { needs: Needs; isNew: boolean }) {
  const groups = groupsOf(needs).filter(({ count }) => count > 0);
  if (groups.length === 0) return isNew ? null : <NothingToDo />;
  return (
    <section aria-labelledby="needs" className="space-y-5">
      <h2 id="needs" className="text-[15px] font-semibold tracking-tight">
        Needs you
      </h2>
      {groups.map(({ key, title, count, all, rows }) => (
        <section key={key} aria-label={title} data-testid={`needs-${key}`}>
          <div className="mb-1.5 flex items-center gap-2">
            <h3 className="text-[13px] font-medium text-ink-soft">{title}</h3>
            <Badge>{count >= MOST ? `${numberWords(MOST)} or more` : numberWords(count)}</Badge>
            {all && count > rows.length ? (
              <Link href={all} className="prose-link ml-auto text-[13px]">
                Show all
              </Link>
            ) : null}
          </div>
          <ul className="divide-y divide-line rounded-xl border border-line bg-surface">{rows}</ul>
        </section>
      ))}
    </section>
  );
}

const NothingToDo = () => (
  <section
    aria-labelledby="needs"
    className="flex items-center gap-3 rounded-xl border border-line bg-surface px-4 py-4"
  >
    <CircleCheck className="size-5 shrink-0 text-good" aria-hidden="true" />
    <div>
      <h2 id="needs" className="text-sm font-medium">
        Nothing needs you
      </h2>
      <p className="text-[13px] leading-5 text-ink-soft">
        No approvals are waiting, no mail is in quarantine, and every message was sent.
      </p>
    </div>
  </section>
);

function groupsOf(needs: Needs): Group[] {
  const { approvals, sends, held, webhooks, domains, identities, limits } = needs;
  const first = held?.items[0];
  return [
    {
      key: 'approvals',
      title: 'Waiting for your approval',
      count: approvals?.count ?? 0,
      all: '/console/approvals',
      rows: (approvals?.items ?? []).map((item) => <ApprovalRow key={item.approval_id} item={item} />),
    },
    {
      key: 'sends',
      title: 'Messages that were not delivered',
      count: sends?.count ?? 0,
      all: null,
      rows: (sends?.items ?? []).map((item) => <SendRow key={item.message_id} item={item} />),
    },
    {
      key: 'held',
      title: 'In quarantine',
      count: held?.count ?? 0,
      all: first ? `/console/mail/${first.identity_id}/quarantine` : null,
      rows: (held?.items ?? []).map((item) => <HeldRow key={item.message_id} item={item} />),
    },
    {
      key: 'webhooks',
      title: 'Failing webhooks',
      count: webhooks?.count ?? 0,
      all: '/console/developers/webhooks',
      rows: (webhooks?.items ?? []).map((item) => <WebhookRow key={item.webhook_id} item={item} />),
    },
    {
      key: 'domains',
      title: 'Domains',
      count: domains?.count ?? 0,
      all: '/console/domains',
      rows: (domains?.items ?? []).map((item) => <DomainRow key={item.domain_id} item={item} />),
    },
    {
      key: 'identities',
      title: 'Paused identities',
      count: identities?.count ?? 0,
      all: '/console/identities',
      rows: (identities?.items ?? []).map((item) => <IdentityRow key={item.identity_id} item={item} />),
    },
    {
      key: 'limits',
      title: 'Limits that are nearly used up',
      count: limits.length,
      all: null,
      rows: limits.map((item) => (
        <LimitRow key={`${item.kind} ${item.feature} ${item.identity_id}`} item={item} />
      )),
    },
  ];
}
