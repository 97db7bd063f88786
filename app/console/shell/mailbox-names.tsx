import { useMailboxes } from './mailboxes.ts';

/** The maximum number of addresses in a line. */
const SHOWN = 3;

/** The addresses of these identities in one line; ids of those that are not loaded. */
export function MailboxNames({ ids }: { ids: readonly string[] }) {
  const { mailboxes } = useMailboxes();
  const nameOf = (id: string) => mailboxes.find((mailbox) => mailbox.id === id)?.primary_address ?? id;
  const names = ids.map(nameOf);
  const rest = names.length - SHOWN;
  return (
    <p className="truncate font-mono text-xs text-ink-soft" title={names.join(', ')}>
      {names.slice(0, SHOWN).join(', ')}
      {rest > 0 ? ` and ${rest} more` : null}
    </p>
  );
}
