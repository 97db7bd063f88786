'use client';

import { Menu as MenuIcon, Search, SquarePen, SquareTerminal } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import type { Seed } from '../data/seed-keys.ts';
import { SessionProvider, useMay, useSession } from '../data/session.tsx';
import { NoticeBell } from '../notices/notice-bell.tsx';
import { IconButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Wordmark } from '../parts/wordmark.tsx';
import { CommandMenu } from './command-menu.tsx';
import { replayEarly } from './first-script.ts';
import { holdTyping } from './held-typing.ts';
import { LiveProvider, useLiveMail } from './live.tsx';
import { useCurrentMailbox } from './mailboxes.ts';
import { mailPlaces, maySee, workspaceSections } from './places.ts';
import { Seeded } from './seeded.tsx';
import { ShortcutsProvider, useShortcuts } from './shortcuts.tsx';
import { ShortcutsHelp } from './shortcuts-help.tsx';
import { Sidebar } from './sidebar.tsx';
import { ToastProvider, useSay } from './toasts.tsx';

/** The frame of every workspace page: data, session, sidebar, command menu, shortcuts and messages. */
export function WorkspaceShell({ children, seed }: { children: ReactNode; seed: Seed | null }) {
  return (
    <Seeded seed={seed}>
      <ToastProvider>
        <SessionProvider waiting={<Waiting />}>
          <TakesEarly>
            <ShortcutsProvider>
              <LiveProvider>
                <Frame>{children}</Frame>
              </LiveProvider>
            </ShortcutsProvider>
          </TakesEarly>
        </SessionProvider>
      </ToastProvider>
    </Seeded>
  );
}

/**
 * Replays early actions after the effects of all components on the page, because only then can these handle them.
 */
function TakesEarly({ children }: { children: ReactNode }) {
  useEffect(() => void replayEarly(), []);
  return children;
}

/** This shortcut, like `c`, leads to a text field (held-typing.ts). */
const SEARCH_KEY = '/';

type Overlay = 'commands' | 'help' | 'drawer' | null;

function Frame({ children }: { children: ReactNode }) {
  const [overlay, setOverlay] = useState<Overlay>(null);
  const close = () => setOverlay(null);
  const showHelp = () => setOverlay('help');
  useNavigationKeys(showHelp);
  useLiveMail();
  useCommandKey(() => setOverlay((now) => (now === 'commands' ? null : 'commands')));
  return (
    <div className="flex h-dvh flex-col lg:flex-row">
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-ink px-3 py-2 text-sm text-canvas focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-2 lg:hidden">
        <IconButton label="Menu" onClick={() => setOverlay('drawer')}>
          <MenuIcon />
        </IconButton>
        <Wordmark />
        <span className="ml-auto flex">
          <PhoneActions openCommands={() => setOverlay('commands')} />
        </span>
      </header>
      <aside className="hidden w-60 shrink-0 border-r border-line bg-sunken lg:block">
        <Sidebar showHelp={showHelp} />
      </aside>
      <main id="content" tabIndex={-1} className="relative min-h-0 min-w-0 flex-1 overflow-clip outline-none">
        {children}
      </main>
      <Dialog
        open={overlay === 'drawer'}
        onClose={close}
        title="Menu"
        hideTitle
        className="m-0 h-dvh max-h-dvh w-72 rounded-none border-0 border-r bg-sunken"
      >
        <div className="h-dvh">
          <Sidebar onGo={close} showHelp={showHelp} />
        </div>
      </Dialog>
      <CommandMenu open={overlay === 'commands'} onClose={close} showHelp={showHelp} />
      <ShortcutsHelp open={overlay === 'help'} onClose={close} />
    </div>
  );
}

/** The magnifying glass searches mail. The other button opens the command menu. */
function PhoneActions({ openCommands }: { openCommands: () => void }) {
  const router = useRouter();
  const mailbox = useCurrentMailbox();
  const maySend = useMay('messages:send');
  return (
    <>
      {mailbox ? (
        <IconButton label="Search" onClick={() => router.push(`/console/mail/${mailbox.id}/search`)}>
          <Search />
        </IconButton>
      ) : null}
      <NoticeBell />
      <IconButton label="Command menu" onClick={openCommands}>
        <SquareTerminal />
      </IconButton>
      {mailbox && maySend ? (
        <IconButton label="Write" onClick={() => router.push(`/console/mail/${mailbox.id}/compose`)}>
          <SquarePen />
        </IconButton>
      ) : null}
    </>
  );
}

function useNavigationKeys(showHelp: () => void): void {
  const router = useRouter();
  const mailbox = useCurrentMailbox();
  const session = useSession();
  const say = useSay();
  const places = [
    ...(mailbox ? mailPlaces(mailbox.id) : []),
    ...workspaceSections.flatMap((section) => section.places),
  ];
  const go = (keys: string, href: string) => {
    if (keys === SEARCH_KEY) holdTyping();
    router.push(href);
  };
  const jumps = places
    .filter((place) => maySee(session, place))
    .flatMap(({ keys, href }) => (keys ? [[keys, () => go(keys, href)] as const] : []));
  useShortcuts({
    ...Object.fromEntries(jumps),
    ...(mailbox && {
      c: () => {
        holdTyping();
        router.push(`/console/mail/${mailbox.id}/compose`);
      },
    }),
    z: { run: say.undo, applies: say.canUndo },
    '?': showHelp,
  });
}

/** Handles Ctrl K or Command K, even while an input has the focus. */
function useCommandKey(toggle: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

function Waiting() {
  return (
    <div className="flex h-dvh" role="status" aria-label="Loading">
      <div className="hidden w-60 shrink-0 space-y-4 border-r border-line bg-sunken p-5 lg:block">
        <Skeleton className="h-6 w-28" />
        <Skeleton className="h-11" />
        <Skeleton className="h-9" />
      </div>
    </div>
  );
}
