'use client';

import { useMutation } from '@tanstack/react-query';
import type { Identity } from '../data/trpc.ts';
import { useMailboxes } from '../shell/mailboxes.ts';
import { useSay } from '../shell/toasts.tsx';
import { type Draft, sendingAddresses } from './compose-draft.ts';
import type { PartProps } from './composer-files.tsx';
import { withBytes } from './draft-files.ts';
import { useReopen } from './reopen.ts';

const look = 'min-w-0 flex-1 truncate bg-surface py-2 text-sm outline-none';

/** The sender. A new message can come from any mailbox of the workspace, an answer from any address of its mailbox. */
export function From({ about, draft, change, moveTo }: PartProps & { moveTo: (identity: Identity) => void }) {
  const { identity, mode } = about;
  const addresses = sendingAddresses(identity);
  return (
    <div className="flex items-baseline gap-3 border-b border-line px-4">
      <span className="w-12 shrink-0 py-2 text-[13px] text-ink-soft">From</span>
      {mode === 'new' ? (
        <AnyMailbox identity={identity} draft={draft} change={change} moveTo={moveTo} />
      ) : addresses.length > 1 && mode !== 'forward' ? (
        <select
          aria-label="From"
          value={draft.from ?? ''}
          onChange={(event) => change({ from: event.target.value || null })}
          className={look}
        >
          <option value="">The address that it came to</option>
          {addresses.map((address) => (
            <option key={address} value={address}>
              {address}
            </option>
          ))}
        </select>
      ) : (
        <span className="min-w-0 flex-1 truncate py-2 text-sm">
          {identity.display_name} &lt;{identity.primary_address}&gt;
        </span>
      )}
    </div>
  );
}

type AnyMailboxProps = Pick<PartProps, 'draft' | 'change'> & {
  identity: Identity;
  moveTo: (identity: Identity) => void;
};

function AnyMailbox({ identity, draft, change, moveTo }: AnyMailboxProps) {
  const { mailboxes } = useMailboxes();
  // The open mailbox is listed even if it is not among the loaded ones.
  const others = mailboxes.filter(({ id, status }) => id !== identity.id && status === 'active');
  const choose = (address: string) => {
    const other = others.find(({ primary_address }) => primary_address === address);
    if (other) moveTo(other);
    else change({ from: address === identity.primary_address ? null : address });
  };
  return (
    <select
      aria-label="From"
      value={draft.from ?? identity.primary_address}
      onChange={(event) => choose(event.target.value)}
      className={look}
    >
      {sendingAddresses(identity).map((address) => (
        <option key={address} value={address}>
          {identity.display_name} &lt;{address}&gt;
        </option>
      ))}
      {others.map(({ id, display_name, primary_address }) => (
        <option key={id} value={primary_address}>
          {display_name} &lt;{primary_address}&gt;
        </option>
      ))}
    </select>
  );
}

/** Continues with the same text and files in another mailbox. The draft there is new, so the old one is deleted. */
export function useMoveTo(draft: Draft, forget: () => Promise<void>) {
  const reopen = useReopen();
  const say = useSay();
  return useMutation({
    mutationFn: async (identity: Identity) => ({ identity, whole: await withBytes(draft) }),
    onSuccess: ({ identity, whole }) => {
      // The person may have continued writing while the files were loading, so the current text is used.
      const files = draft.files.map((file) => whole.files.find(({ id }) => id === file.id) ?? file);
      reopen({ identity, mode: 'new', message: null }, { ...draft, files, from: null });
      // A leftover draft does no harm.
      forget().catch(() => undefined);
    },
    onError: say.failed,
  });
}
