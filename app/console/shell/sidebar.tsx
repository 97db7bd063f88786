'use client';

import { Keyboard, SquarePen } from 'lucide-react';
import Link from 'next/link';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useMay, useSession } from '../data/session.tsx';
import { NoticeBell } from '../notices/notice-bell.tsx';
import { buttonLook, IconButton } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { Wordmark } from '../parts/wordmark.tsx';
import { AccountMenu } from './account-menu.tsx';
import { MailboxSwitch } from './mailbox-switch.tsx';
import { ALL_MAILBOXES, useCurrentMailbox, useMailboxes, useMailScope } from './mailboxes.ts';
import { mailPlaces, maySee, type NavItem, workspaceSections } from './places.ts';
import { ThemeSwitch } from './theme-switch.tsx';

const [home, ...sections] = workspaceSections;

/** The navigation. `onGo` closes the drawer that contains it on phones. */
export function Sidebar({ onGo, showHelp }: { onGo?: () => void; showHelp: () => void }) {
  const mailbox = useCurrentMailbox();
  const open = useMailScope();
  const { workspace } = useSession();
  const { mailboxes, isPending } = useMailboxes();
  // Until the mailboxes are known, the entries lead to all of them, so that the layout does not shift later.
  const isUnknown = !mailbox && workspace !== null && (isPending || mailboxes.length > 0);
  const scope = open === ALL_MAILBOXES || isUnknown ? ALL_MAILBOXES : mailbox?.id;
  const maySend = useMay('messages:send');
  const nav = useRef<HTMLElement>(null);
  const path = usePathname();
  // In a low window the current entry may be outside the visible part.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current entry changes with the path.
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [path, mailbox?.id]);
  return (
    <div className="flex h-full flex-col gap-4 px-3 py-4">
      <div className="flex items-center justify-between px-2">
        <Wordmark />
        <NoticeBell onGo={onGo} />
      </div>
      {scope ? <MailboxSwitch mailbox={mailbox} scope={scope} onGo={onGo} /> : null}
      {scope && maySend ? (
        <Link
          href={`/console/mail/${mailbox?.id ?? scope}/compose`}
          onClick={onGo}
          className={buttonLook({ tone: 'primary' })}
        >
          <SquarePen aria-hidden="true" />
          Write
          <kbd className="ml-auto font-mono text-xs opacity-70">c</kbd>
        </Link>
      ) : null}
      <nav ref={nav} aria-label="Console" className="min-h-0 flex-1 space-y-5 overflow-y-auto">
        <Places title="" places={home.places} onGo={onGo} />
        {scope ? <Places title="Mail" places={mailPlaces(scope)} onGo={onGo} /> : null}
        {sections.map(({ title, places }) => (
          <Places key={title} title={title} places={places} onGo={onGo} />
        ))}
      </nav>
      <div className="flex items-center gap-1 border-t border-line pt-3">
        <AccountMenu />
        <IconButton label="Keyboard shortcuts" shortcut="?" onClick={showHelp}>
          <Keyboard />
        </IconButton>
        <ThemeSwitch />
      </div>
    </div>
  );
}

function Places({
  title,
  places,
  onGo,
}: {
  title: string;
  places: NavItem[];
  onGo: (() => void) | undefined;
}) {
  const session = useSession();
  const path = usePathname();
  const view = useSearchParams().get('view');
  const shown = places.filter((place) => maySee(session, place));
  if (shown.length === 0) return null;
  return (
    <div>
      {title ? <h2 className="px-2 pb-1 text-xs font-medium text-ink-soft">{title}</h2> : null}
      <ul>
        {shown.map(({ href, name, icon: Icon, keys }) => {
          const isHere = isCurrent(href, path, view);
          return (
            <li key={href}>
              <Link
                href={href}
                onClick={onGo}
                aria-current={isHere ? 'page' : undefined}
                title={keys ? `${name} (${keys})` : name}
                className={cn(
                  'flex h-8 items-center gap-2.5 rounded-lg px-2 text-sm text-ink-soft hover:bg-hover hover:text-ink',
                  isHere && 'bg-selected font-medium text-ink',
                )}
              >
                <Icon className="size-4 shrink-0" aria-hidden="true" />
                {name}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** An entry is also current while a page below it is open, for example a thread or a webhook. */
function isCurrent(href: string, path: string, view: string | null): boolean {
  const [place = '', query = ''] = href.split('?');
  // All pages are below Home, so Home must match exactly.
  if (place === '/console') return path === place;
  const isMailList = /^\/console\/mail\/[^/]+$/.test(place);
  const isUnder = path === place || path.startsWith(isMailList ? `${place}/thr_` : `${place}/`);
  return isUnder && (new URLSearchParams(query).get('view') ?? '') === (isMailList ? (view ?? '') : '');
}
