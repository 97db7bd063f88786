'use client';

import { Command } from 'cmdk';
import {
  Inbox,
  Keyboard,
  type LucideIcon,
  Monitor,
  MonitorSmartphone,
  Moon,
  ShieldCheck,
  SquarePen,
  Sun,
} from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useSession } from '../data/session.tsx';
import { useCurrentMailbox, useMailboxes } from './mailboxes.ts';
import { mailPlaces, maySee, workspaceSections } from './places.ts';
import { applyTheme } from './theme.ts';

/** All global commands, found by typing a part of their name. */
export default function Commands({ onClose, showHelp }: { onClose: () => void; showHelp: () => void }) {
  const router = useRouter();
  const session = useSession();
  const { mailboxes } = useMailboxes();
  const mailbox = useCurrentMailbox();
  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  const go = (href: string) => run(() => router.push(href));
  const places = [
    ...(mailbox ? mailPlaces(mailbox.id) : []),
    ...workspaceSections.flatMap(({ places }) => places),
  ];
  return (
    <Command label="Commands" loop className="flex min-h-0 flex-col">
      <Command.Input
        data-autofocus
        // The code of this component can arrive after the dialog has opened.
        autoFocus
        placeholder="Go to a page or run a command…"
        className="h-12 w-full border-b border-line bg-transparent px-4 text-[15px] outline-none placeholder:text-ink-soft"
      />
      <Command.List className="max-h-96 overflow-y-auto p-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-soft">
        <Command.Empty className="px-3 py-8 text-center text-sm text-ink-soft">
          No command matches.
        </Command.Empty>
        <Command.Group heading="Go to">
          {places
            .filter((place) => maySee(session, place))
            .map(({ name, icon, href, keys }) => (
              <Item key={href} icon={icon} name={name} keys={keys} onSelect={go(href)} />
            ))}
        </Command.Group>
        <Command.Group heading="Commands">
          {mailbox && session.permissions.includes('messages:send') ? (
            <Item
              icon={SquarePen}
              name="Write a message"
              keys="c"
              onSelect={go(`/console/mail/${mailbox.id}/compose`)}
            />
          ) : null}
          <Item icon={ShieldCheck} name="Security" onSelect={go('/console/security')} />
          <Item icon={MonitorSmartphone} name="Show my sessions" onSelect={go('/console/sessions')} />
          <Item icon={Keyboard} name="Show keyboard shortcuts" keys="?" onSelect={run(showHelp)} />
          <Item icon={Sun} name="Theme: light" onSelect={run(() => applyTheme('light'))} />
          <Item icon={Moon} name="Theme: dark" onSelect={run(() => applyTheme('dark'))} />
          <Item icon={Monitor} name="Theme: same as the device" onSelect={run(() => applyTheme('system'))} />
        </Command.Group>
        <Command.Group heading="Mailboxes">
          {mailboxes.map(({ id, display_name, primary_address }) => (
            <Item
              key={id}
              icon={Inbox}
              name={`${display_name} · ${primary_address}`}
              onSelect={go(`/console/mail/${id}`)}
            />
          ))}
        </Command.Group>
      </Command.List>
    </Command>
  );
}

type ItemProps = { icon: LucideIcon; name: string; keys?: string | undefined; onSelect: () => void };

function Item({ icon: Icon, name, keys, onSelect }: ItemProps) {
  return (
    <Command.Item
      value={name}
      onSelect={onSelect}
      className="flex h-9 cursor-default items-center gap-2.5 rounded-lg px-2.5 text-sm aria-selected:bg-hover"
    >
      <Icon className="size-4 shrink-0 text-ink-soft" aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {keys ? <kbd className="font-mono text-xs text-ink-soft">{keys}</kbd> : null}
    </Command.Item>
  );
}
