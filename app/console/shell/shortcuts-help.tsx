'use client';

import { useSession } from '../data/session.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { commandKey, keyNames } from './key-names.ts';
import { mailPlaces, maySee, workspaceSections } from './places.ts';

type Group = [title: string, keys: [keys: string, action: string][]];

const named = (...keys: string[]): Group[1] => keys.map((key) => [key, keyNames[key] ?? key]);

const groupsFor = (command: string): Group[] => [
  [
    'Everywhere',
    [
      [`${command} k`, 'Command menu'],
      ['/', 'Search'],
      ['c', 'Write a message'],
      ...named('z'),
      ['?', 'These shortcuts'],
    ],
  ],
  [
    'Conversations',
    [
      ['j', 'Next'],
      ['k', 'Previous'],
      ...named('Enter', 'u', 'e', 'U', 'r', 'a', 'f', 'l', 'x', 'X', '#'),
      ['Escape', 'Clear the selection'],
    ],
  ],
  [
    'Approvals',
    [
      ['j', 'Next'],
      ['k', 'Previous'],
      ['a', 'Approve'],
      ['r', 'Reject…'],
      ['e', 'Edit…'],
      ['x', 'Select'],
    ],
  ],
  [
    'Writing',
    [
      [`${command} Enter`, 'Send'],
      ['Escape', 'Keep as a draft'],
    ],
  ],
];

/** The pages with shortcuts that the user may open. */
function usePlaceKeys(): Group {
  const session = useSession();
  const places = [...mailPlaces(''), ...workspaceSections.flatMap((section) => section.places)];
  const jumps = places
    .filter((place) => maySee(session, place))
    .flatMap(({ keys, name }): Group[1] => (keys?.startsWith('g ') ? [[keys, name]] : []));
  return ['Go to', jumps];
}

export function ShortcutsHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const placeKeys = usePlaceKeys();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      className="w-[min(40rem,calc(100vw-2rem))]"
    >
      <div className="gap-x-10 overflow-y-auto px-5 pb-1 sm:columns-2">
        {[...groupsFor(commandKey()), placeKeys].map(([title, keys]) => (
          <section key={title} aria-label={title} className="break-inside-avoid pb-5">
            <h3 className="mb-1.5 text-xs font-medium text-ink-soft">{title}</h3>
            <dl>
              {keys.map(([combination, action]) => (
                <div key={combination} className="flex items-center justify-between gap-4 py-1 text-sm">
                  <dt>{action}</dt>
                  <dd>
                    <kbd className="rounded-md border border-line bg-sunken px-1.5 py-0.5 font-mono text-xs text-ink-soft">
                      {combination}
                    </kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
