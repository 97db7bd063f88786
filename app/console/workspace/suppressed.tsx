'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Ban, Plus, Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAskedForNew } from '../data/asked.ts';
import { usePages } from '../data/pages.ts';
import { useTRPCClient } from '../data/trpc.ts';
import { nameOf, reasonNames, type Suppression, suppressionReasons } from '../labels/suppressions.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { cn } from '../parts/class-names.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { inputLook } from '../parts/field.tsx';
import { FilterSelect } from '../parts/filter-select.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { LiftSuppression } from './lift-suppression.tsx';
import { SuppressForm } from './suppress-form.tsx';

type Filter = { address: string; reason: string };

const PAGE = 50;
const suppressionsKey = ['suppressions'] as const;
const noFilter: Filter = { address: '', reason: '' };

/** The suppressed addresses. A full address can be searched for, even if its person was erased. */
export function Suppressed({ tenantId }: { tenantId: string }) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [filter, setFilter] = useState(noFilter);
  const [isAdding, setAdding] = useAskedForNew();
  const [lifted, setLifted] = useState<Suppression | null>(null);
  const query = usePages<Suppression>([...suppressionsKey, tenantId, filter], (cursor) =>
    client.suppressions.list.query({
      tenant_id: tenantId,
      limit: PAGE,
      ...(filter.address && { address: filter.address }),
      ...(filter.reason && { reason: filter.reason as Suppression['reason'] }),
      ...(cursor && { cursor }),
    }),
  );
  const refresh = () => queryClient.invalidateQueries({ queryKey: suppressionsKey });
  const isFiltered = filter.address !== '' || filter.reason !== '';
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <LookUp find={(address) => setFilter({ ...filter, address })} />
        <div className="w-48">
          <FilterSelect
            label="Reason"
            all="All reasons"
            value={filter.reason}
            options={reasonNames.map((reason) => [reason, suppressionReasons[reason].name] as const)}
            onChange={(reason) => setFilter({ ...filter, reason })}
          />
        </div>
        <Button size="small" className="ml-auto" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          Suppress an address
        </Button>
      </div>
      <PagedRows
        query={query}
        // Erased addresses look the same, and items have no id.
        keyOf={(item) => item.address ?? String(query.items.indexOf(item))}
        row={(item) => <Row item={item} lift={() => setLifted(item)} />}
        empty={isFiltered ? <NotFound address={filter.address} /> : <NobodyYet />}
      />
      <Dialog open={isAdding} onClose={() => setAdding(false)} title="Suppress an address">
        <SuppressForm tenantId={tenantId} close={() => setAdding(false)} refresh={refresh} />
      </Dialog>
      <Dialog open={lifted !== null} onClose={() => setLifted(null)} title="Send to this address again?">
        {lifted ? (
          <LiftSuppression
            tenantId={tenantId}
            item={lifted}
            lookedUp={filter.address}
            close={() => setLifted(null)}
            refresh={refresh}
          />
        ) : null}
      </Dialog>
    </>
  );
}

function LookUp({ find }: { find: (address: string) => void }) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    find(text.trim());
  };
  return (
    <form onSubmit={submit} className="relative min-w-56 flex-1 sm:max-w-72">
      <Search aria-hidden="true" className="absolute top-2 left-2.5 size-4 text-ink-soft" />
      <input
        type="search"
        aria-label="Look up a full address"
        placeholder="Look up a full address"
        className={cn(inputLook, 'h-8 pl-8 text-[13px]')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          if (event.target.value === '') find('');
        }}
      />
    </form>
  );
}

function Row({ item, lift }: { item: Suppression; lift: () => void }) {
  const { name, why, tone } = suppressionReasons[item.reason];
  return (
    <div className="flex items-center gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate font-mono text-[13px]" title={nameOf(item)}>
            {nameOf(item)}
          </span>
          <Badge tone={tone}>{name}</Badge>
        </p>
        <p className="mt-0.5 text-[13px] leading-5 break-words text-ink-soft">{item.note || why}</p>
      </div>
      <p className="hidden shrink-0 text-right text-[13px] leading-5 text-ink-soft sm:block">
        Since <Time at={item.created_at} />
        {item.expires_at ? (
          <span className="block">
            Until <Time at={item.expires_at} />
          </span>
        ) : null}
      </p>
      <Button size="small" onClick={lift} aria-label={`Remove ${nameOf(item)}`}>
        Remove
      </Button>
    </div>
  );
}

const NobodyYet = () => (
  <Empty icon={Ban} title="No address is suppressed">
    <p>
      Recipients who unsubscribe, report spam or do not exist are added automatically and get no more mail.
      This keeps your mail out of spam folders.
    </p>
  </Empty>
);

const NotFound = ({ address }: { address: string }) => (
  <Empty icon={Search} title={address ? 'This address is not suppressed' : 'No address has this reason'}>
    {address ? <p className="break-words">This list does not prevent mail to {address}.</p> : null}
  </Empty>
);
