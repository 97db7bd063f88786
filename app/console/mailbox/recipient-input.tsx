'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleAlert, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useMay } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';
import { cn } from '../parts/class-names.ts';
import { recipientsOf } from './compose-draft.ts';

const OFFERED = 6;

type RecipientInputProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  identityId: string;
  /** The problems of addresses by their index. */
  problems?: ReadonlyMap<number, string>;
  autoFocus?: boolean;
};

/**
 * Addresses as chips, and an input for the next one. A comma, Enter or leaving the field turns the typed text into a chip.
 * It suggests contacts of the mailbox.
 */
export function RecipientInput({
  label,
  value,
  onChange,
  identityId,
  problems,
  autoFocus = false,
}: RecipientInputProps) {
  const id = useId();
  const [isActive, setIsActive] = useState(false);
  const [mark, setMark] = useState(0);
  const { done, typed } = splitTyped(value);
  const offers = useOffers(identityId, isActive ? typed.trim() : '', value);
  const write = (chips: readonly string[], rest = '') =>
    onChange(`${chips.map((chip) => `${chip}, `).join('')}${rest}`);
  const choose = (address: string) => {
    write([...done, address]);
    setMark(0);
  };
  return (
    <div className="relative flex items-baseline gap-3 border-b border-line px-4">
      <label htmlFor={id} className="w-12 shrink-0 py-2.5 text-[13px] text-ink-soft">
        {label}
      </label>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1 py-1.5">
        {done.map((chip, index) => (
          <Chip
            // biome-ignore lint/suspicious/noArrayIndexKey: the same address may be there twice.
            key={`${index} ${chip}`}
            text={chip}
            problem={problems?.get(index) ?? (isAddress(chip) ? null : 'This is not an address.')}
            onRemove={() => write(done.toSpliced(index, 1), typed)}
          />
        ))}
        <input
          id={id}
          role="combobox"
          aria-expanded={offers.length > 0}
          aria-controls={`${id}-offers`}
          aria-autocomplete="list"
          aria-activedescendant={offers[mark] ? `${id}-${mark}` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the user has just opened this form to write in it.
          autoFocus={autoFocus}
          value={typed.trimStart()}
          onChange={(event) => onChange(`${done.map((chip) => `${chip}, `).join('')}${event.target.value}`)}
          onFocus={() => setIsActive(true)}
          onBlur={() => {
            setIsActive(false);
            if (typed.trim()) write([...done, typed.trim()]);
          }}
          onKeyDown={(event) => {
            const offer = offers[mark];
            const isPlainEnter = event.key === 'Enter' && !event.metaKey && !event.ctrlKey;
            if (event.key === 'Backspace' && typed === '' && done.length > 0) write(done.slice(0, -1));
            else if (offer && event.key === 'ArrowDown') setMark((mark + 1) % offers.length);
            else if (offer && event.key === 'ArrowUp') setMark((mark - 1 + offers.length) % offers.length);
            else if (offer && (isPlainEnter || event.key === 'Tab')) choose(offer.address);
            else if (isPlainEnter) {
              if (typed.trim()) write([...done, typed.trim()]);
            } else return;
            event.preventDefault();
          }}
          className="h-7 min-w-32 flex-1 bg-transparent text-sm outline-none"
        />
      </div>
      {offers.length > 0 ? (
        <div
          role="listbox"
          id={`${id}-offers`}
          aria-label="Contacts"
          className="absolute top-full left-14 z-20 w-80 max-w-[calc(100%-4rem)] rounded-xl border border-line bg-surface p-1 shadow-raised"
        >
          {offers.map(({ address, name }, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the active option.
            <div
              key={address}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === mark}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(address);
              }}
              className={`rounded-lg px-2.5 py-1.5 text-sm ${index === mark ? 'bg-hover' : ''}`}
            >
              <span className="block truncate">{name ?? address}</span>
              {name ? <span className="block truncate text-xs text-ink-soft">{address}</span> : null}
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** Splits the text at the last separator into complete addresses and the one that is being typed. */
function splitTyped(value: string): { done: string[]; typed: string } {
  const parts = recipientsOf(value);
  if (/[,;\n]\s*$/.test(value)) return { done: parts, typed: '' };
  return { done: parts.slice(0, -1), typed: parts.at(-1) ?? '' };
}

const isAddress = (text: string): boolean => /^(?:[^<>]*<)?[^\s<>@]+@[^\s<>@]+>?$/.test(text.trim());

function Chip({ text, problem, onRemove }: { text: string; problem: string | null; onRemove: () => void }) {
  return (
    <span
      title={problem ?? undefined}
      className={cn(
        'inline-flex h-7 max-w-full items-center gap-1 rounded-md border pl-2 text-[13px]',
        problem ? 'border-bad bg-bad-wash text-bad' : 'border-line bg-hover',
      )}
    >
      {problem ? <CircleAlert className="size-3.5 shrink-0" aria-hidden="true" /> : null}
      <span className="truncate">{text}</span>
      {problem ? <span className="sr-only">{problem}</span> : null}
      <button
        type="button"
        aria-label={`Remove ${text}`}
        onClick={onRemove}
        className="grid size-6 shrink-0 place-items-center rounded-md text-ink-soft hover:text-ink"
      >
        <X className="size-3.5" aria-hidden="true" />
      </button>
    </span>
  );
}

/** Contacts that match the typed text, without those that are already in the field. */
function useOffers(identityId: string, typed: string, all: string) {
  const trpc = useTRPC();
  const maySearch = useMay('search:read');
  const { data } = useQuery(
    trpc.contacts.list.queryOptions(
      { identity_id: identityId, q: typed.slice(0, 320), limit: OFFERED },
      { enabled: maySearch && typed !== '', placeholderData: keepPreviousData, staleTime: 30_000 },
    ),
  );
  if (typed === '') return [];
  return (data?.data ?? []).filter(({ address }) => !all.includes(address));
}
