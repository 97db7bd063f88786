'use client';

import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useShortcuts } from '../shell/shortcuts.tsx';
import { type Completion, completed, completionsOf } from './search-operators.ts';

/** The search field. It completes operators and their values. */
export function SearchBox({ query, onSearch }: { query: string; onSearch: (query: string) => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(query);
  const [mark, setMark] = useState(-1);
  const [isActive, setIsActive] = useState(false);
  const offers = isActive ? completionsOf(text) : [];
  useEffect(() => setText(query), [query]);
  useEffect(() => {
    input.current?.focus();
  }, []);
  useShortcuts({ '/': () => input.current?.select() });
  const choose = (offer: Completion) => {
    setText(completed(text, offer));
    setMark(-1);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsActive(false);
    onSearch(text.trim());
  };
  return (
    <search>
      <form onSubmit={submit} className="relative">
        <Search className="absolute top-3 left-3.5 size-4 text-ink-soft" aria-hidden="true" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Search mail"
          aria-expanded={offers.length > 0}
          aria-controls={`${id}-offers`}
          aria-autocomplete="list"
          aria-activedescendant={mark >= 0 ? `${id}-${mark}` : undefined}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={2_000}
          value={text}
          placeholder="Words, “phrases” or operators: from:ada has:attachment newer_than:7d"
          onChange={(event) => {
            setText(event.target.value);
            setMark(-1);
            setIsActive(true);
          }}
          onBlur={() => setIsActive(false)}
          onKeyDown={(event) => {
            const offer = offers[Math.max(mark, 0)];
            if (event.key === 'Escape') {
              if (offers.length > 0) setIsActive(false);
              else input.current?.blur();
            } else if (event.key === 'ArrowDown' && offers.length > 0) setMark((mark + 1) % offers.length);
            else if (event.key === 'ArrowUp' && offers.length > 0)
              setMark((mark - 1 + offers.length) % offers.length);
            else if (offer && (event.key === 'Tab' || (event.key === 'Enter' && mark >= 0))) choose(offer);
            else return;
            event.preventDefault();
          }}
          className="h-10 w-full rounded-xl border border-line-strong bg-surface pr-3 pl-10 text-[15px] outline-offset-0 placeholder:text-ink-soft"
        />
        {offers.length > 0 ? (
          <div
            role="listbox"
            id={`${id}-offers`}
            aria-label="Operators"
            className="absolute top-full z-20 mt-1.5 w-96 max-w-full rounded-xl border border-line bg-surface p-1 shadow-raised"
          >
            {offers.map((offer, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the active option.
              <div
                key={offer.text}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === mark}
                onPointerDown={(event) => {
                  event.preventDefault();
                  choose(offer);
                }}
                className={`flex items-baseline gap-3 rounded-lg px-2.5 py-1.5 text-sm ${index === mark ? 'bg-hover' : ''}`}
              >
                <span className="font-mono text-[13px]">{offer.text}</span>
                <span className="truncate text-[13px] text-ink-soft">{offer.finds}</span>
              </div>
            ))}
          </div>
        ) : null}
      </form>
    </search>
  );
}
