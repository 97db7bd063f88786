'use client';

import { Command } from 'cmdk';
import {
  AtSign,
  Ban,
  Building2,
  CornerDownRight,
  Download,
  EyeOff,
  FileKey,
  Globe,
  Handshake,
  Inbox,
  Keyboard,
  KeyRound,
  type LucideIcon,
  Mail,
  Monitor,
  MonitorSmartphone,
  Moon,
  Plus,
  Scale,
  ShieldCheck,
  SquarePen,
  Sun,
  UserRound,
  Webhook,
  Zap,
} from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Permission } from '#kernel/catalogue/permissions.ts';
import { useSession } from '../data/session.tsx';
import { replayKeys } from '../parts/held-keys.ts';
import { commandInputLook, commandPlaceholder, type EarlyCommand } from './command-input.ts';
import {
  type FoundName,
  useFoundNames,
  useIdTarget,
  useKeyNames,
  useMailHits,
  useTenantNames,
} from './jump.ts';
import { keyNames } from './key-names.ts';
import { useCurrentMailbox, useMailboxes } from './mailboxes.ts';
import { pageActions } from './page-actions.ts';
import { mailPlaces, maySee, workspaceSections } from './places.ts';
import { useBoundKeys } from './shortcuts.tsx';
import { applyTheme } from './theme.ts';

type Props = { onClose: () => void; showHelp: () => void; early: EarlyCommand };
type Go = (href: string) => () => void;

/** All actions and pages, found by a part of their name, and objects by their id. */
export default function Commands({ onClose, showHelp, early }: Props) {
  const router = useRouter();
  const [text, setText] = useState(early.text);
  const input = useRef<HTMLInputElement>(null);
  // The early text is searched first; then the early keys select a result.
  useEffect(() => {
    setText(early.text);
    input.current?.setSelectionRange(early.text.length, early.text.length);
    void replayKeys(early.keys, '[cmdk-input]');
  }, [early]);
  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  const go: Go = (href) => run(() => router.push(href));
  return (
    <Command label="Commands" loop className="flex min-h-0 flex-col">
      <Command.Input
        ref={input}
        value={text}
        onValueChange={setText}
        data-autofocus
        // The code of this component can arrive after the dialog has opened.
        autoFocus
        placeholder={commandPlaceholder}
        className={commandInputLook}
      />
      <Command.List className="max-h-96 overflow-y-auto p-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-soft">
        <Command.Empty className="px-3 py-8 text-center text-sm text-ink-soft">
          Nothing matches.
        </Command.Empty>
        <IdJump text={text} go={go} />
        <OnThisPage run={run} />
        <Pages go={go} />
        <Create go={go} />
        <Other go={go} run={run} showHelp={showHelp} />
        <MailHits text={text} go={go} />
        <Things go={go} />
        <FoundThings text={text} go={go} />
      </Command.List>
    </Command>
  );
}

/** If the text is an id, offers the page of that object. */
function IdJump({ text, go }: { text: string; go: Go }) {
  const target = useIdTarget(text);
  if (!target) return null;
  const { id, href, isPending } = target;
  return (
    <Command.Group heading="Open" forceMount>
      {href ? (
        <Item icon={CornerDownRight} name={id} isFound onSelect={go(href)} />
      ) : (
        <Command.Item value={id} disabled forceMount className="px-2.5 py-2 text-sm text-ink-soft">
          {isPending ? 'Looking for it…' : 'Nothing in this workspace has this id.'}
        </Command.Item>
      )}
    </Command.Group>
  );
}

/** The actions of the page behind the menu: its shortcuts and its buttons. */
function OnThisPage({ run }: { run: (action: () => void) => () => void }) {
  const bound = useBoundKeys();
  // The buttons of the moment when the menu opened.
  const [buttons] = useState(pageActions);
  const keyed = bound().flatMap(({ keys, name: own, run: action }) => {
    const name = own ?? keyNames[keys];
    return name ? [{ keys, name, action }] : [];
  });
  const named = new Set([...keyed, ...creations].map(({ name }) => name));
  const others = buttons.filter(({ name }) => !named.has(name));
  if (keyed.length + others.length === 0) return null;
  return (
    <Command.Group heading="On this page">
      {keyed.map(({ keys, name, action }) => (
        <Item key={keys} icon={Zap} name={name} keys={keys} onSelect={run(action)} />
      ))}
      {others.map(({ name, run: press }) => (
        <Item key={name} icon={Zap} name={name} value={`${name} on this page`} onSelect={run(press)} />
      ))}
    </Command.Group>
  );
}

function Pages({ go }: { go: Go }) {
  const session = useSession();
  const mailbox = useCurrentMailbox();
  const places = [
    ...workspaceSections.flatMap(({ places }) => places),
    ...(mailbox ? mailPlaces(mailbox.id) : []),
  ];
  return (
    <Command.Group heading="Go to">
      {places
        .filter((place) => maySee(session, place))
        .map(({ name, icon, href, keys }) => (
          <Item key={href} icon={icon} name={name} keys={keys} onSelect={go(href)} />
        ))}
    </Command.Group>
  );
}

type Creation = {
  icon: LucideIcon;
  name: string;
  href: string;
  needs: Permission | 'operator';
  keys?: string;
};

const creations: Creation[] = [
  { icon: AtSign, name: 'New identity', href: '/console/identities?new=1', needs: 'identities:write' },
  { icon: FileKey, name: 'New API key', href: '/console/developers/keys?new=1', needs: 'keys:manage' },
  {
    icon: Webhook,
    name: 'New webhook endpoint',
    href: '/console/developers/webhooks?new=1',
    needs: 'webhooks:manage',
  },
  { icon: Globe, name: 'New domain', href: '/console/domains?new=1', needs: 'domains:write' },
  { icon: UserRound, name: 'Invite a member', href: '/console/members?new=1', needs: 'members:manage' },
  {
    icon: Ban,
    name: 'Suppress an address',
    href: '/console/suppressions?new=1',
    needs: 'suppressions:manage',
  },
  { icon: EyeOff, name: 'Erase personal data', href: '/console/privacy?new=1', needs: 'erasure:manage' },
  { icon: Scale, name: 'New legal hold', href: '/console/privacy?tab=holds&new=1', needs: 'erasure:manage' },
  {
    icon: Download,
    name: 'New export',
    href: '/console/privacy?tab=exports&new=1',
    needs: 'erasure:manage',
  },
  { icon: Handshake, name: 'New partner', href: '/console/platform/partners?new=1', needs: 'operator' },
  {
    icon: KeyRound,
    name: 'New platform key',
    href: '/console/platform/keys?new=1',
    needs: 'operator',
  },
  { icon: Building2, name: 'New tenant', href: '/console/platform/tenants?new=1', needs: 'operator' },
];

function Create({ go }: { go: Go }) {
  const session = useSession();
  const mailbox = useCurrentMailbox();
  return (
    <Command.Group heading="Create">
      {mailbox && session.permissions.includes('messages:send') ? (
        <Item
          icon={SquarePen}
          name="Write a message"
          keys="c"
          onSelect={go(`/console/mail/${mailbox.id}/compose`)}
        />
      ) : null}
      {creations
        .filter((each) => maySee(session, each))
        .map(({ icon, name, href }) => (
          <Item key={href} icon={icon ?? Plus} name={name} onSelect={go(href)} />
        ))}
    </Command.Group>
  );
}

type OtherProps = { go: Go; run: (action: () => void) => () => void; showHelp: () => void };

const Other = ({ go, run, showHelp }: OtherProps) => (
  <Command.Group heading="Settings">
    <Item icon={UserRound} name="My profile" onSelect={go('/console/profile')} />
    <Item icon={ShieldCheck} name="Security" onSelect={go('/console/security')} />
    <Item icon={MonitorSmartphone} name="Show my sessions" onSelect={go('/console/sessions')} />
    <Item icon={Keyboard} name="Show keyboard shortcuts" keys="?" onSelect={run(showHelp)} />
    <Item icon={Sun} name="Theme: light" onSelect={run(() => applyTheme('light'))} />
    <Item icon={Moon} name="Theme: dark" onSelect={run(() => applyTheme('dark'))} />
    <Item icon={Monitor} name="Theme: same as the device" onSelect={run(() => applyTheme('system'))} />
  </Command.Group>
);

/** Mail that the server found. It matches more than the subject, so the menu does not filter it again. */
function MailHits({ text, go }: { text: string; go: Go }) {
  const hits = useMailHits(text);
  if (hits.length === 0) return null;
  return (
    <Command.Group heading="Mail" forceMount>
      {hits.map((hit) => (
        <Item
          key={hit.message_id}
          icon={Mail}
          name={hit.subject || 'No subject'}
          value={hit.message_id}
          detail={hit.from?.name || hit.from?.address}
          isFound
          onSelect={go(`/console/mail/${hit.identity_id}/${hit.thread_id}`)}
        />
      ))}
    </Command.Group>
  );
}

function Things({ go }: { go: Go }) {
  const { mailboxes } = useMailboxes();
  const keys = useKeyNames();
  const tenants = useTenantNames();
  return (
    <>
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
      <Command.Group heading="Identities">
        {mailboxes.map(({ id, display_name }) => (
          <Item
            key={id}
            icon={AtSign}
            name={`Identity ${display_name}`}
            value={`identity ${display_name} ${id}`}
            onSelect={go(`/console/identities/${id}`)}
          />
        ))}
      </Command.Group>
      <Command.Group heading="API keys">
        {keys.map(({ key_id, name }) => (
          <Item
            key={key_id}
            icon={FileKey}
            name={`Key ${name}`}
            value={`key ${name} ${key_id}`}
            onSelect={go(`/console/developers/keys?key=${key_id}`)}
          />
        ))}
      </Command.Group>
      <Command.Group heading="Tenants">
        {tenants.map(({ id, name, slug }) => (
          <Item
            key={id}
            icon={Building2}
            name={`Tenant ${name || slug}`}
            value={`tenant ${name} ${slug} ${id}`}
            onSelect={go(`/console/platform/tenants/${id}`)}
          />
        ))}
      </Command.Group>
    </>
  );
}

const pagesOf: Record<FoundName['kind'], (id: string) => string> = {
  identity: (id) => `/console/identities/${id}`,
  key: (id) => `/console/developers/keys?key=${id}`,
  domain: (id) => `/console/domains/${id}`,
};
const iconsOf: Record<FoundName['kind'], LucideIcon> = { identity: AtSign, key: FileKey, domain: Globe };

/** Objects beyond the first hundred of each kind, which the lists above contain. */
function FoundThings({ text, go }: { text: string; go: Go }) {
  const found = useFoundNames(text);
  const { mailboxes } = useMailboxes();
  const keys = useKeyNames();
  const known = new Set([...mailboxes.map(({ id }) => id), ...keys.map(({ key_id }) => key_id)]);
  const others = found.filter(({ id }) => !known.has(id));
  if (others.length === 0) return null;
  return (
    <Command.Group heading="Identities, keys and domains" forceMount>
      {others.map(({ kind, id, name, detail }) => (
        <Item
          key={id}
          icon={iconsOf[kind]}
          name={name}
          value={id}
          detail={detail}
          isFound
          onSelect={go(pagesOf[kind](id))}
        />
      ))}
    </Command.Group>
  );
}

type ItemProps = {
  icon: LucideIcon;
  name: string;
  /** The text to match, if it is not the name. */
  value?: string;
  detail?: ReactNode;
  keys?: string | undefined;
  /** Whether the server found it, so that it stays whatever the text is. */
  isFound?: boolean;
  onSelect: () => void;
};

function Item({ icon: Icon, name, value = name, detail, keys, isFound = false, onSelect }: ItemProps) {
  return (
    <Command.Item
      value={value}
      forceMount={isFound}
      onSelect={onSelect}
      className="flex h-9 cursor-default items-center gap-2.5 rounded-lg px-2.5 text-sm aria-selected:bg-hover"
    >
      <Icon className="size-4 shrink-0 text-ink-soft" aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">
        {name}
        {detail ? <span className="text-ink-soft"> · {detail}</span> : null}
      </span>
      {keys ? <kbd className="font-mono text-xs text-ink-soft">{keys}</kbd> : null}
    </Command.Item>
  );
}
