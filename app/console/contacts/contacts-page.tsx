'use client';

import { Contact as ContactIcon, Search } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import type { RouterOutputs } from '#api/trpc/router.ts';
import { usePages } from '../data/pages.ts';
import { useQueryState } from '../data/query-state.ts';
import { useMay } from '../data/session.tsx';
import { type Identity, useTRPCClient } from '../data/trpc.ts';
import { numberWords } from '../labels/counted.ts';
import { Avatar } from '../parts/avatar.tsx';
import { buttonLook } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { inputLook } from '../parts/field.tsx';
import { NoMatch } from '../parts/no-match.tsx';
import { Page } from '../parts/page-frame.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { MailboxFilter, NoMailbox } from '../shell/mailbox-page.tsx';
import { useCurrentMailbox, useMailboxes } from '../shell/mailboxes.ts';

type Contact = RouterOutputs['contacts']['list']['data'][number];

const PAGE = 50;
const TYPING_PAUSE_MS = 200;
const filterNames = ['identity', 'q'] as const;

/** The people with whom a mailbox has corresponded, the most recent first. */
export function ContactsPage() {
  const { mailboxes } = useMailboxes();
  const current = useCurrentMailbox();
  const { values, set } = useQueryState(filterNames);
  const mailbox = mailboxes.find(({ id }) => id === values.identity) ?? current;
  return (
    <Page
      title="Contacts"
      intro="The people with whom a mailbox exchanges mail. The list is built from its mail."
    >
      {mailbox ? (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-2">
            <MailboxFilter mailbox={mailbox} choose={(identity) => set({ identity })} />
            <SearchField value={values.q} change={(q) => set({ q })} />
          </div>
          <List mailbox={mailbox} q={values.q} clear={() => set({ q: '' })} />
        </>
      ) : (
        <NoMailbox icon={ContactIcon}>Contacts are the people with whom a mailbox exchanges mail.</NoMailbox>
      )}
    </Page>
  );
}

/** Changes the search when the person has stopped typing for a moment. */
function SearchField({ value, change }: { value: string; change: (value: string) => void }) {
  const [text, setText] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer.
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => change(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <label className="relative min-w-60 flex-1">
      <span className="sr-only">Find a contact</span>
      <Search className="absolute top-2.5 left-3 size-4 text-ink-soft" aria-hidden="true" />
      <input
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="Name, address or domain"
        className={`${inputLook} pl-9`}
      />
    </label>
  );
}

function List({ mailbox, q, clear }: { mailbox: Identity; q: string; clear: () => void }) {
  const client = useTRPCClient();
  const query = usePages<Contact>(['contacts', mailbox.id, q], (cursor) =>
    client.contacts.list.query({
      identity_id: mailbox.id,
      limit: PAGE,
      ...(q && { q }),
      ...(cursor && { cursor }),
    }),
  );
  return (
    <PagedRows
      query={query}
      keyOf={({ address }) => address}
      row={(contact) => <Row mailbox={mailbox} contact={contact} />}
      empty={
        q ? (
          <NoMatch clear={clear} />
        ) : (
          <Empty icon={ContactIcon} title="Nobody has written yet">
            <p>Everybody who writes to {mailbox.primary_address}, or to whom it writes, appears here.</p>
          </Empty>
        )
      }
    />
  );
}

function Row({ mailbox, contact }: { mailbox: Identity; contact: Contact }) {
  const maySend = useMay('messages:send');
  const { address, name, inbound_count, outbound_count, last_seen_at, last_thread_id } = contact;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2.5">
      <Avatar name={name || address} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate text-sm font-medium">
          <Link href={`/console/mail/${mailbox.id}/${last_thread_id}`} className="hover:underline">
            {name || address}
          </Link>
        </p>
        {name ? <p className="truncate font-mono text-xs text-ink-soft">{address}</p> : null}
      </div>
      <p className="text-[13px] text-ink-soft tabular-nums max-sm:order-1 max-sm:flex-1 max-sm:pl-11">
        {numberWords(inbound_count)} received, {numberWords(outbound_count)} sent
      </p>
      <Time at={last_seen_at} className="w-14 text-right text-xs text-ink-soft tabular-nums" />
      <span className="flex gap-1 max-sm:order-1">
        {maySend ? (
          <Link
            href={`/console/mail/${mailbox.id}/compose?to=${encodeURIComponent(address)}`}
            aria-label={`Write to ${name || address}`}
            className={buttonLook({ size: 'small' })}
          >
            Write
          </Link>
        ) : null}
        <Link
          href={`/console/mail/${mailbox.id}/search?q=${encodeURIComponent(`from:${address} OR to:${address}`)}`}
          className={buttonLook({ size: 'small' })}
        >
          Mail
        </Link>
      </span>
    </div>
  );
}
