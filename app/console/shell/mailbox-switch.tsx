'use client';

import { ChevronsUpDown, Inbox, Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Identity } from '../data/trpc.ts';
import { Avatar } from '../parts/avatar.tsx';
import { cn } from '../parts/class-names.ts';
import { Dialog } from '../parts/dialog.tsx';
import { inputLook } from '../parts/field.tsx';
import { ALL_MAILBOXES, countWords, useMailboxes, useMailCounts } from './mailboxes.ts';

type Props = { mailbox: Identity | null; scope: string; onGo: (() => void) | undefined };

/** Shows the current mailbox, and a list to switch to another one or to all, with the counts of each. */
export function MailboxSwitch({ mailbox, scope, onGo }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const isAll = scope === ALL_MAILBOXES;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="flex items-center gap-2.5 rounded-lg border border-line bg-surface px-2 py-1.5 text-left hover:bg-hover"
      >
        {isAll || !mailbox ? (
          <AllIcon />
        ) : (
          <Avatar name={mailbox.display_name || mailbox.username} className="size-7" />
        )}
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">
            {isAll ? 'All mailboxes' : mailbox?.display_name}
          </span>
          <span className="block truncate text-xs text-ink-soft">
            {isAll ? 'The whole workspace' : mailbox?.primary_address}
          </span>
        </span>
        <ChevronsUpDown className="size-4 shrink-0 text-ink-soft" aria-hidden="true" />
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Mailboxes"
        className="w-[min(26rem,calc(100vw-2rem))]"
      >
        <Choices
          scope={scope}
          onGo={() => {
            setIsOpen(false);
            onGo?.();
          }}
        />
      </Dialog>
    </>
  );
}

const AllIcon = () => (
  <span className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-wash text-accent">
    <Inbox className="size-4" aria-hidden="true" />
  </span>
);

function Choices({ scope, onGo }: { scope: string; onGo: () => void }) {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const { mailboxes } = useMailboxes();
  const counts = useMailCounts();
  const go = (href: string) => {
    onGo();
    router.push(href);
  };
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = mailboxes.filter(({ display_name, primary_address }) =>
    words.every((word) => `${display_name} ${primary_address}`.toLowerCase().includes(word)),
  );
  const unreadOf = (id: string) => counts.find(({ identity_id }) => identity_id === id)?.unread ?? 0;
  const total = counts.reduce((sum, { unread }) => sum + unread, 0);
  const first = found[0];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (first && typed) go(`/console/mail/${first.id}`);
      }}
      className="flex min-h-0 flex-col px-3 pb-3"
    >
      <input
        data-autofocus
        type="search"
        aria-label="Find a mailbox"
        placeholder="Find a mailbox…"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={cn(inputLook, 'mb-2 shrink-0')}
      />
      <ul className="min-h-0 overflow-y-auto">
        {words.length === 0 ? (
          <Choice
            isHere={scope === ALL_MAILBOXES}
            unread={total}
            onSelect={() => go(`/console/mail/${ALL_MAILBOXES}`)}
            icon={<AllIcon />}
            name="All mailboxes"
            about="The whole workspace"
          />
        ) : null}
        {found.map(({ id, display_name, username, primary_address }) => (
          <Choice
            key={id}
            isHere={id === scope}
            unread={unreadOf(id)}
            onSelect={() => go(`/console/mail/${id}`)}
            icon={<Avatar name={display_name || username} className="size-7" />}
            name={display_name}
            about={primary_address}
          />
        ))}
        {found.length === 0 ? (
          <li className="px-2 py-6 text-center text-sm text-ink-soft">No mailbox matches.</li>
        ) : null}
      </ul>
      <button
        type="button"
        onClick={() => go('/console/identities')}
        className="mt-2 flex shrink-0 items-center gap-2.5 rounded-lg border-t border-line px-2 pt-3 pb-1 text-left text-sm text-ink-soft hover:text-ink"
      >
        <Plus className="size-4" aria-hidden="true" />
        All identities
      </button>
    </form>
  );
}

type ChoiceProps = {
  isHere: boolean;
  unread: number;
  onSelect: () => void;
  icon: React.ReactNode;
  name: string;
  about: string;
};

function Choice({ isHere, unread, onSelect, icon, name, about }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isHere ? 'true' : undefined}
        onClick={onSelect}
        className={cn(
          'flex w-full items-center gap-2.5 rounded-lg px-2 py-1.5 text-left hover:bg-hover',
          isHere && 'bg-selected',
        )}
      >
        {icon}
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">{name}</span>
          <span className="block truncate text-xs text-ink-soft">{about}</span>
        </span>
        {unread > 0 ? (
          <span className="shrink-0 text-xs font-medium text-ink-soft tabular-nums">
            {countWords(unread)}
            <span className="sr-only"> unread</span>
          </span>
        ) : null}
      </button>
    </li>
  );
}
