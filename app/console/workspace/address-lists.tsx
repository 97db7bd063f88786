'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { RouterOutputs } from '#api/trpc/router.ts';
import { failureOf, firstProblem } from '../data/failures.ts';
import { usePages } from '../data/pages.ts';
import { useTRPC, useTRPCClient } from '../data/trpc.ts';
import { Badge } from '../parts/badge.tsx';
import { Button, IconButton } from '../parts/button.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { useSay } from '../shell/toasts.tsx';

type Entry = RouterOutputs['lists']['list_entries']['data'][number];
type Direction = Entry['direction'];
type Kind = Entry['kind'];
type Which = { tenantId: string; direction: Direction; kind: Kind };

const PAGE = 100;

/** What each list does (spec 4.9). */
const texts: Record<Direction, Record<Kind, { title: string; about: string; none: string }>> = {
  send: {
    allow: {
      title: 'Allowed recipients',
      about: 'If the policy “Send to listed recipients only” is on, mail is sent only to these recipients.',
      none: 'No recipient is listed.',
    },
    block: {
      title: 'Blocked recipients',
      about: 'No mail is sent to them. An address on both lists is blocked.',
      none: 'No recipient is blocked.',
    },
  },
  receive: {
    allow: {
      title: 'Trusted senders',
      about:
        'Their mail is never quarantined as spam. It is still quarantined if the sender cannot be verified.',
      none: 'No sender is trusted.',
    },
    block: {
      title: 'Blocked senders',
      about: 'Their mail is stored but never shown to an agent.',
      none: 'No sender is blocked.',
    },
  },
};

/** The allow and block lists for outgoing or incoming mail. */
export function AddressLists({ tenantId, direction }: { tenantId: string; direction: Direction }) {
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      {(['block', 'allow'] as const).map((kind) => (
        <List key={kind} tenantId={tenantId} direction={direction} kind={kind} />
      ))}
    </div>
  );
}

const keyOfList = ({ tenantId, direction, kind }: Which) => ['lists', tenantId, direction, kind] as const;

function List(which: Which) {
  const { tenantId, direction, kind } = which;
  const client = useTRPCClient();
  const { title, about, none } = texts[direction][kind];
  const query = usePages<Entry>(keyOfList(which), (cursor) =>
    client.lists.list_entries.query({
      tenant_id: tenantId,
      direction,
      kind,
      limit: PAGE,
      ...(cursor && { cursor }),
    }),
  );
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-3">
        <h2 className="flex items-center gap-2 text-[15px] font-semibold tracking-tight">
          {title}
          {direction === 'send' && kind === 'allow' ? <InForce tenantId={tenantId} /> : null}
        </h2>
        <p className="mt-0.5 text-[13px] leading-5 text-pretty text-ink-soft">{about}</p>
      </div>
      <AddEntry {...which} />
      <PagedRows
        query={query}
        keyOf={({ entry }) => entry}
        row={({ entry }) => <EntryRow {...which} entry={entry} />}
        empty={
          <p className="rounded-xl border border-dashed border-line-strong px-4 py-6 text-center text-[13px] text-ink-soft">
            {none}
          </p>
        }
      />
    </section>
  );
}

/** Whether the policy uses the allow list. */
function InForce({ tenantId }: { tenantId: string }) {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.tenants.settings.queryOptions({ tenant_id: tenantId }));
  const rule = data?.policy.find(({ path }) => path === 'send_allowlist_only');
  if (!rule) return null;
  return rule.value === true ? <Badge tone="good">In use</Badge> : <Badge>Not in use</Badge>;
}

function useListRefresh(which: Which) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keyOfList(which) });
}

function AddEntry(which: Which) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useListRefresh(which);
  const [text, setText] = useState('');
  const { mutate, isPending, error, reset } = useMutation(
    trpc.lists.put_entry.mutationOptions({
      onSuccess: ({ entry }) => {
        say.done(`Added ${entry} to the list`);
        setText('');
        return refresh();
      },
    }),
  );
  const failure = error && failureOf(error);
  const { tenantId, direction, kind } = which;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ tenant_id: tenantId, direction, kind, entry: text.trim() });
  };
  return (
    <form onSubmit={submit} className="mb-3">
      <Field
        label="Add an address or a domain"
        hint="@example.com covers all addresses of the domain, but not of its subdomains."
        problem={failure ? (firstProblem(failure) ?? failure.message) : null}
      >
        {(props) => (
          <div className="flex gap-2">
            <input
              {...props}
              required
              autoComplete="off"
              spellCheck={false}
              placeholder="name@example.com or @example.com"
              className={inputLook}
              value={text}
              onChange={(event) => {
                reset();
                setText(event.target.value);
              }}
            />
            <Button type="submit" disabled={isPending}>
              Add
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

function EntryRow({ entry, ...which }: Which & { entry: string }) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useListRefresh(which);
  const { tenantId, direction, kind } = which;
  const named = { tenant_id: tenantId, direction, kind, entry };
  const put = useMutation(trpc.lists.put_entry.mutationOptions({ onError: say.failed, onSettled: refresh }));
  const remove = useMutation(
    trpc.lists.delete_entry.mutationOptions({
      onError: say.failed,
      onSuccess: () => say.done(`Removed ${entry} from the list`, () => put.mutate(named)),
      onSettled: refresh,
    }),
  );
  return (
    <div className="flex items-center gap-2 py-1 pr-1.5 pl-4">
      <span className="min-w-0 flex-1 truncate font-mono text-[13px]" title={entry}>
        {entry}
      </span>
      {entry.startsWith('@') ? <Badge>Domain</Badge> : null}
      <IconButton
        label={`Remove ${entry} from the list`}
        disabled={remove.isPending}
        onClick={() => remove.mutate(named)}
      >
        <X />
      </IconButton>
    </div>
  );
}
