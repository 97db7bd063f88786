import { useId, useState } from 'react';
import { inputLook } from '../parts/field.tsx';
import { useMailboxes } from '../shell/mailboxes.ts';

type Props = {
  /** Null for all identities of the workspace. */
  chosen: readonly string[] | null;
  setChosen: (chosen: readonly string[] | null) => void;
};

/** The number of identities from which the list has a search field. */
const MANY = 8;

/** Which identities an application gets: all, or those that the person ticks. */
export function IdentityChoice({ chosen, setChosen }: Props) {
  const name = useId();
  return (
    <fieldset className="mt-6">
      <legend className="mb-1 text-[13px] font-medium">Identities</legend>
      <Way
        name={name}
        isChosen={chosen === null}
        choose={() => setChosen(null)}
        label="All identities"
        note="Including those that are created later."
      />
      <Way
        name={name}
        isChosen={chosen !== null}
        choose={() => setChosen([])}
        label="Only these"
        note="It reaches no other mailbox, and nothing else in the workspace."
      />
      {chosen === null ? null : <IdentityList chosen={chosen} setChosen={setChosen} />}
    </fieldset>
  );
}

type WayProps = { name: string; isChosen: boolean; choose: () => void; label: string; note: string };

const Way = ({ name, isChosen, choose, label, note }: WayProps) => (
  <label className="-mx-2 flex cursor-pointer items-start gap-2.5 rounded-lg px-2 py-1.5 hover:bg-hover">
    <input
      type="radio"
      name={name}
      className="mt-1 size-3.5 accent-accent"
      checked={isChosen}
      onChange={choose}
    />
    <span className="min-w-0 text-sm leading-5">
      {label}
      <span className="block text-[13px] text-ink-soft">{note}</span>
    </span>
  </label>
);

function IdentityList({ chosen, setChosen }: { chosen: readonly string[]; setChosen: Props['setChosen'] }) {
  const { mailboxes } = useMailboxes();
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const shown = mailboxes.filter(
    ({ primary_address, display_name }) =>
      primary_address.includes(wanted) || (display_name ?? '').toLowerCase().includes(wanted),
  );
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <div className="mt-1 rounded-lg border border-line-strong">
      {mailboxes.length >= MANY ? (
        <div className="border-b border-line p-2">
          <input
            type="search"
            aria-label="Find an identity"
            placeholder="Find an identity"
            className={inputLook}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
      ) : null}
      <ul className="max-h-56 overflow-y-auto p-1">
        {shown.map(({ id, primary_address, display_name }) => (
          <li key={id}>
            <label className="flex cursor-pointer items-start gap-2.5 rounded-md px-2 py-1.5 hover:bg-hover">
              <input
                type="checkbox"
                className="mt-1 size-3.5 accent-accent"
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
              />
              <span className="min-w-0 text-sm leading-5 break-words">
                {display_name ? <>{display_name} </> : null}
                <span className="font-mono text-xs text-ink-soft">{primary_address}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? (
        <p className="px-3 pb-3 text-[13px] text-ink-soft">No identity matches.</p>
      ) : null}
    </div>
  );
}
