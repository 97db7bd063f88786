'use client';

import { Check, ListFilter, X } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { categories } from '#content/reading/message.ts';
import { type SentGroup, sentGroups } from '../labels/deliveries.ts';
import { categoryLabel, categoryLabels } from '../labels/messages.ts';
import { Button } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { FilterSelect } from '../parts/filter-select.tsx';
import { Menu, MenuItem, MenuLabel, MenuLine } from '../parts/menu.tsx';
import { type ListState, queryOf, viewNames, views } from './views.ts';

/** The name of the list, its views and its active filters. */
export function ListFilters({ state, scope }: { state: ListState; scope: string }) {
  const hrefOf = (next: Partial<ListState>) => `/console/mail/${scope}${queryOf({ ...state, ...next })}`;
  return (
    <div className="shrink-0 border-b border-line">
      <div className="flex h-11 items-center justify-between gap-3 pr-3 pl-4">
        <h1 className="text-[15px] font-semibold">{viewNames[state.view]}</h1>
        {state.view === 'sent' ? (
          <EndedSelect state={state} hrefOf={hrefOf} />
        ) : (
          <NarrowMenu state={state} hrefOf={hrefOf} />
        )}
      </div>
      <nav
        aria-label="Views"
        className="flex gap-1 overflow-x-auto px-3 md:gap-0 md:px-2 lg:gap-1 lg:px-3 pb-1.5"
      >
        {views.map((view) => (
          <Link
            key={view}
            href={hrefOf({ view })}
            // The link leads to the same page with another query, so there is nothing to prefetch.
            prefetch={false}
            aria-current={view === state.view ? 'page' : undefined}
            className={cn(
              'rounded-md px-2 md:px-1.5 lg:px-2 py-0.5 text-[13px] whitespace-nowrap text-ink-soft hover:bg-hover hover:text-ink',
              view === state.view && 'bg-selected font-medium text-ink',
            )}
          >
            {viewNames[view]}
          </Link>
        ))}
      </nav>
      {state.label !== null || state.category !== null ? (
        <div className="flex flex-wrap gap-1.5 px-4 pb-2">
          {state.category !== null ? (
            <Chip name={`Category: ${categoryLabel(state.category)}`} href={hrefOf({ category: null })} />
          ) : null}
          {state.label !== null ? (
            <Chip name={`Label: ${state.label}`} href={hrefOf({ label: null })} />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function Chip({ name, href }: { name: string; href: string }) {
  return (
    <Link
      href={href}
      title="Remove this filter"
      className="inline-flex h-6 max-w-full items-center gap-1 rounded-md border border-line-strong px-2 text-xs hover:bg-hover"
    >
      <span className="truncate">{name}</span>
      <X className="size-3 shrink-0" aria-hidden="true" />
    </Link>
  );
}

/** In Sent, filters messages by their outcome. */
function EndedSelect({ state, hrefOf }: { state: ListState; hrefOf: (next: Partial<ListState>) => string }) {
  const router = useRouter();
  return (
    <FilterSelect
      label="Status"
      all="Every status"
      value={state.ended ?? ''}
      options={sentGroupNames}
      onChange={(ended) => router.push(hrefOf({ ended: ended === '' ? null : (ended as SentGroup) }))}
    />
  );
}

const sentGroupNames = Object.entries(sentGroups).map(([group, { name }]) => [group, name] as const);

function NarrowMenu({ state, hrefOf }: { state: ListState; hrefOf: (next: Partial<ListState>) => string }) {
  const router = useRouter();
  const [asksLabel, setAsksLabel] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <Button tone="quiet" size="small">
            <ListFilter aria-hidden="true" />
            Filter
          </Button>
        }
      >
        <MenuItem onSelect={() => setAsksLabel(true)}>By label…</MenuItem>
        <MenuLine />
        <MenuLabel>Category</MenuLabel>
        {categories.map((category) => (
          <MenuItem
            key={category}
            {...(category === state.category && { icon: Check })}
            onSelect={() => router.push(hrefOf({ category: category === state.category ? null : category }))}
          >
            {categoryLabels[category]}
          </MenuItem>
        ))}
      </Menu>
      <Dialog
        open={asksLabel}
        onClose={() => setAsksLabel(false)}
        title="Filter by label"
        className="w-[min(24rem,calc(100vw-2rem))]"
      >
        <LabelForm
          onChosen={(label) => {
            setAsksLabel(false);
            router.push(hrefOf({ label }));
          }}
        />
      </Dialog>
    </>
  );
}

function LabelForm({ onChosen }: { onChosen: (label: string) => void }) {
  const [label, setLabel] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (label.trim()) onChosen(label.trim());
  };
  return (
    <form onSubmit={submit} className="space-y-4 px-5 pb-5">
      <Field label="Label" hint="Write it exactly as it appears on the conversation.">
        {(props) => (
          <input
            {...props}
            data-autofocus
            maxLength={64}
            value={label}
            onChange={(event) => setLabel(event.target.value)}
            className={inputLook}
          />
        )}
      </Field>
      <Button type="submit" tone="primary" disabled={!label.trim()}>
        Show
      </Button>
    </form>
  );
}
