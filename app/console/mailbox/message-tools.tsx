'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { failureOf } from '../data/failures.ts';
import { sessionPath } from '../data/place.ts';
import { useMay } from '../data/session.tsx';
import { type Message, useTRPC } from '../data/trpc.ts';
import { Button, buttonLook } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useSay } from '../shell/toasts.tsx';
import { useMessageRefresh } from './message-refresh.ts';
import { SearchResults } from './search-results.tsx';

type Tool = 'headers' | 'raw' | 'related';
const titles: Record<Tool, string> = {
  headers: 'Header fields',
  raw: 'Raw message',
  related: 'Related mail',
};

/** Tools for experts: header fields, the raw message, similar mail, and another triage. */
export function MessageTools({ message }: { message: Message }) {
  const [tool, setTool] = useState<Tool | null>(null);
  const maySearch = useMay('search:read');
  const open = (name: Tool) => (
    <Button key={name} tone="quiet" size="small" onClick={() => setTool(name)}>
      {titles[name]}
    </Button>
  );
  return (
    <div className="mt-3 -ml-2.5 flex flex-wrap">
      {open('headers')}
      {open('raw')}
      {maySearch ? open('related') : null}
      <TriageAgain message={message} />
      <DeleteMessage message={message} />
      <Dialog
        open={tool !== null}
        onClose={() => setTool(null)}
        title={tool ? titles[tool] : ''}
        className="w-[min(52rem,calc(100vw-2rem))]"
      >
        <div className="min-h-24 overflow-y-auto px-5 pb-5">
          {tool === 'headers' ? <Headers message={message} /> : null}
          {tool === 'raw' ? <Raw message={message} /> : null}
          {tool === 'related' ? <Related message={message} /> : null}
        </div>
      </Dialog>
    </div>
  );
}

function TriageAgain({ message }: { message: Message }) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useMessageRefresh();
  const mayWrite = useMay('messages:write');
  const { mutate, isPending } = useMutation(
    trpc.messages.triage.mutationOptions({
      onSuccess: () => say.done('It is being triaged again'),
      onError: say.failed,
      onSettled: refresh,
    }),
  );
  if (message.direction === 'outbound' || !mayWrite) return null;
  return (
    <Button
      tone="quiet"
      size="small"
      disabled={isPending}
      onClick={() => mutate({ identity_id: message.identity_id, message_id: message.id })}
    >
      Triage again
    </Button>
  );
}

/** Deletes a message by erasing it, which needs its own permission and is refused under a legal hold. */
function DeleteMessage({ message }: { message: Message }) {
  const [asks, setAsks] = useState(false);
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useMessageRefresh();
  const mayErase = useMay('erasure:manage');
  const { mutate, isPending } = useMutation(
    trpc.messages.delete.mutationOptions({
      onSuccess: () => say.done('The message is being deleted'),
      onError: say.failed,
      onSettled: () => {
        setAsks(false);
        return refresh();
      },
    }),
  );
  if (!mayErase) return null;
  return (
    <>
      <Button tone="quiet" size="small" onClick={() => setAsks(true)}>
        Delete…
      </Button>
      <Dialog open={asks} onClose={() => setAsks(false)} title="Delete this message?">
        <Confirm
          action="Delete"
          isPending={isPending}
          onConfirm={() => mutate({ identity_id: message.identity_id, message_id: message.id })}
          onCancel={() => setAsks(false)}
        >
          The message, its files and its search entries are deleted permanently. This cannot be undone.
        </Confirm>
      </Dialog>
    </>
  );
}

function Headers({ message: { identity_id, id } }: { message: Message }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(
    trpc.messages.get.queryOptions(
      { identity_id, message_id: id, include: ['headers'] },
      { staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  if (error) return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" />;
  const fields = data.headers ?? [];
  if (fields.length === 0) return <Quiet>The header fields of this message are not stored.</Quiet>;
  return (
    <dl className="divide-y divide-line font-mono text-xs leading-5">
      {fields.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field may be there twice, and the order never changes.
        <div key={index} className="gap-3 py-1.5 sm:grid sm:grid-cols-[12rem_1fr]">
          <dt className="font-medium break-all">{name}</dt>
          <dd className="break-all whitespace-pre-wrap text-ink-soft">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const MOST_SHOWN = 200_000;

/** The beginning of the raw message as text, with a link to download all of it. */
function Raw({ message: { identity_id, id } }: { message: Message }) {
  const href = sessionPath(`/v1/identities/${identity_id}/messages/${id}/raw`);
  const { data, error } = useQuery({
    queryKey: ['raw', id],
    queryFn: async () => {
      const response = await fetch(href);
      if (response.status === 404 || response.status === 410) return null;
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      const text = new TextDecoder().decode(await response.arrayBuffer());
      return { text: text.slice(0, MOST_SHOWN), isWhole: text.length <= MOST_SHOWN };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (error) return <Quiet>The raw message cannot be read now. Try again in a moment.</Quiet>;
  if (data === null)
    return <Quiet>The raw message was deleted after the retention period of the policy.</Quiet>;
  if (!data) return <Skeleton className="h-40" />;
  return (
    <>
      <a href={href} download className={buttonLook({ size: 'small' })}>
        Download
      </a>
      {data.isWhole ? null : <Quiet>This is only the beginning.</Quiet>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
      <pre tabIndex={0} className="mt-3 overflow-x-auto rounded-lg bg-sunken p-3 font-mono text-xs leading-5">
        {data.text}
      </pre>
    </>
  );
}

function Related({ message: { identity_id, id } }: { message: Message }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(
    trpc.search.related.queryOptions({ identity_id, message_id: id }, { staleTime: 60_000 }),
  );
  if (error) return <FailureNotice failure={failureOf(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" />;
  if (data.hits.length === 0) return <Quiet>There is no similar conversation.</Quiet>;
  return <SearchResults hits={data.hits} />;
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <p className="mt-2 text-sm leading-6 text-ink-soft">{children}</p>
);
