'use client';

import { useMailboxes } from '../shell/mailboxes.ts';

type Props = { chosen: readonly string[] | null; onChange: (chosen: string[] | null) => void };

/** The identities whose events an endpoint receives: all of the workspace, or chosen ones. */
export function IdentityPicker({ chosen, onChange }: Props) {
  const { mailboxes } = useMailboxes();
  // Chosen identities that are deleted or not among the loaded ones stay in the list, so that they can be removed.
  const unknown = (chosen ?? []).filter((id) => !mailboxes.some((mailbox) => mailbox.id === id));
  const options = [
    ...mailboxes.map(({ id, primary_address }) => ({ id, name: primary_address })),
    ...unknown.map((id) => ({ id, name: id })),
  ];
  const toggle = (id: string) => {
    const before = chosen ?? [];
    onChange(before.includes(id) ? before.filter((each) => each !== id) : [...before, id]);
  };
  return (
    <fieldset>
      <legend className="mb-1 text-[13px] font-medium">Identities</legend>
      <label className="-mx-2 flex cursor-pointer items-center gap-2.5 rounded-lg px-2 py-1.5 text-sm hover:bg-hover">
        <input
          type="checkbox"
          className="size-3.5 accent-accent"
          checked={chosen === null}
          onChange={() => onChange(chosen === null ? [] : null)}
        />
        The whole workspace
      </label>
      {chosen === null ? null : (
        <div className="mt-1 max-h-48 overflow-y-auto rounded-lg border border-line px-3 py-1.5">
          {options.map(({ id, name }) => (
            <label
              key={id}
              className="-mx-1 flex cursor-pointer items-center gap-2.5 rounded-md px-1 py-1 text-[13px] hover:bg-hover"
            >
              <input
                type="checkbox"
                className="size-3.5 accent-accent"
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
              />
              <span className="min-w-0 truncate">{name}</span>
            </label>
          ))}
          {options.length === 0 ? (
            <p className="py-1 text-[13px] text-ink-soft">There is no identity yet.</p>
          ) : null}
        </div>
      )}
    </fieldset>
  );
}
