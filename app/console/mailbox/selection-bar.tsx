'use client';

import { useEffect, useState } from 'react';
import { useMay } from '../data/session.tsx';
import type { ListedThread } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { type Bindings, useShortcuts } from '../shell/shortcuts.tsx';
import { conversations, DeleteThreads } from './delete-threads.tsx';
import { LabelDialog } from './label-dialog.tsx';
import type { Selection } from './selection.ts';
import { useThreadChange } from './thread-changes.ts';

type Props = {
  selection: Selection<ListedThread>;
  /** Whether shortcuts act on the selection. They do not while a conversation is open. */
  hasKeys: boolean;
  /** The action that a shortcut requested when it selected the first row. */
  asked: Asked;
  onAsked: () => void;
};

export type Asked = 'labels' | 'delete' | null;

/** The actions for the selected conversations, with the same shortcuts as for a single one. */
export function SelectionBar({ selection, hasKeys, asked, onAsked }: Props) {
  const threads = selection.items;
  const [asks, setAsks] = useState<Asked>(asked);
  useEffect(() => {
    if (asked) onAsked();
  }, [asked, onAsked]);
  const mayErase = useMay('erasure:manage');
  const { apply, archiveAll } = useThreadChange();
  const isUnread = threads.some(({ unread_count }) => unread_count > 0);
  const isArchived = threads.every(({ archived }) => archived);
  const archive = () => {
    archiveAll(threads, !isArchived);
    selection.clear();
  };
  const toggleRead = () => {
    for (const thread of threads) apply(thread, { read: isUnread });
  };
  const keys: Bindings = {
    e: { name: isArchived ? 'Move to the inbox' : 'Archive', run: archive },
    U: { name: isUnread ? 'Mark as read' : 'Mark as unread', run: toggleRead },
    l: () => setAsks('labels'),
    Escape: selection.clear,
  };
  if (mayErase) keys['#'] = () => setAsks('delete');
  useShortcuts(hasKeys ? keys : {});
  const close = () => setAsks(null);
  return (
    <div
      role="toolbar"
      aria-label="Selected conversations"
      className="flex flex-wrap items-center gap-1.5 border-b border-line bg-selected px-3 py-1.5"
    >
      <span className="mr-1 text-[13px] tabular-nums" role="status">
        {counted(threads.length, 'selected', 'selected')}
      </span>
      <Button size="small" aria-keyshortcuts="e" title="Key: e" onClick={archive}>
        {isArchived ? 'Move to the inbox' : 'Archive'}
      </Button>
      <Button size="small" aria-keyshortcuts="U" title="Key: U" onClick={toggleRead}>
        {isUnread ? 'Mark as read' : 'Mark as unread'}
      </Button>
      <Button size="small" aria-keyshortcuts="l" title="Key: l" onClick={() => setAsks('labels')}>
        Labels
      </Button>
      {mayErase ? (
        <Button size="small" aria-keyshortcuts="#" title="Key: #" onClick={() => setAsks('delete')}>
          Delete…
        </Button>
      ) : null}
      <Button size="small" tone="quiet" onClick={selection.clear}>
        Clear
      </Button>
      <LabelDialog
        open={asks === 'labels'}
        onClose={close}
        labels={labelsOfAll(threads)}
        change={(labels_add, labels_remove) => {
          for (const thread of threads) apply(thread, { labels_add, labels_remove });
        }}
      />
      <Dialog open={asks === 'delete'} onClose={close} title={`Delete ${conversations(threads)}?`}>
        <DeleteThreads threads={threads} onCancel={close} onDone={selection.clear} />
      </Dialog>
    </div>
  );
}

/** The labels that all of these conversations have. */
const labelsOfAll = ([first, ...others]: readonly ListedThread[]): string[] =>
  first?.labels.filter((label) => others.every(({ labels }) => labels.includes(label))) ?? [];
