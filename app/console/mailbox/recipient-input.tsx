'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useMay } from '../data/session.tsx';
import { useTRPC } from '../data/trpc.ts';

const OFFERED = 6;

type RecipientInputProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  identityId: string;
  autoFocus?: boolean;
};

/** An input for addresses, separated by commas. It suggests contacts of the mailbox. */
export function RecipientInput({
  label,
  value,
  onChange,
  identityId,
  autoFocus = false,
}: RecipientInputProps) {
  const id = useId();
  const [isActive, setIsActive] = useState(false);
  const [mark, setMark] = useState(0);
  const cut = value.lastIndexOf(',') + 1;
  const typed = value.slice(cut).trim();
  const offers = useOffers(identityId, isActive ? typed : '', value);
  const choose = (address: string) => {
    onChange(`${value.slice(0, cut)}${cut > 0 ? ' ' : ''}${address}, `);
    setMark(0);
  };
  return (
    <div className="relative flex items-baseline gap-3 border-b border-line px-4">
      <label htmlFor={id} className="w-12 shrink-0 py-2.5 text-[13px] text-ink-soft">
        {label}
      </label>
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
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={() => setIsActive(true)}
        onBlur={() => setIsActive(false)}
        onKeyDown={(event) => {
          const offer = offers[mark];
          if (!offer) return;
          if (event.key === 'ArrowDown') setMark((mark + 1) % offers.length);
          else if (event.key === 'ArrowUp') setMark((mark - 1 + offers.length) % offers.length);
          else if ((event.key === 'Enter' && !event.metaKey && !event.ctrlKey) || event.key === 'Tab')
            choose(offer.address);
          else return;
          event.preventDefault();
        }}
        className="min-w-0 flex-1 bg-transparent py-2.5 text-sm outline-none"
      />
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
