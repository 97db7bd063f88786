'use client';

import { Dialog } from '../parts/dialog.tsx';

const groups: [title: string, keys: [keys: string, what: string][]][] = [
  [
    'Everywhere',
    [
      ['⌘ k', 'Command menu (Ctrl k)'],
      ['/', 'Search'],
      ['c', 'Write a message'],
      ['?', 'These shortcuts'],
    ],
  ],
  [
    'Conversations',
    [
      ['j', 'Next'],
      ['k', 'Previous'],
      ['Enter', 'Open'],
      ['u', 'Back to the list'],
      ['e', 'Archive'],
      ['U', 'Mark as unread'],
      ['r', 'Reply'],
      ['a', 'Reply to all'],
      ['f', 'Forward'],
    ],
  ],
  [
    'Go to',
    [
      ['g i', 'Inbox'],
      ['g u', 'Unread'],
      ['g r', 'Needs reply'],
      ['g s', 'Sent'],
      ['g a', 'Archive'],
      ['g q', 'Quarantine'],
      ['g d', 'Identities'],
      ['g m', 'Members'],
      ['g k', 'API keys'],
    ],
  ],
  [
    'Writing',
    [
      ['⌘ Enter', 'Send (Ctrl Enter)'],
      ['Esc', 'Put the reply aside'],
    ],
  ],
];

export function ShortcutsHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      className="w-[min(40rem,calc(100vw-2rem))]"
    >
      <div className="grid gap-x-10 gap-y-6 overflow-y-auto px-5 pb-6 sm:grid-cols-2">
        {groups.map(([title, keys]) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1.5 text-xs font-medium text-ink-soft">{title}</h3>
            <dl>
              {keys.map(([combination, what]) => (
                <div key={combination} className="flex items-center justify-between gap-4 py-1 text-sm">
                  <dt>{what}</dt>
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
