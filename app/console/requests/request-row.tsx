'use client';

import { useState } from 'react';
import type { LoggedRequest } from '../data/trpc.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Facts } from '../parts/facts.tsx';
import { Time } from '../parts/time.tsx';

type Props = {
  request: LoggedRequest;
  caller: string;
  isOpen: boolean;
  show: (filter: Partial<Record<'key' | 'person' | 'route' | 'code' | 'request_id', string>>) => void;
};

const toneOf = (status: number): 'good' | 'warn' | 'bad' => {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
};

/** One call. When opened, it shows its id, a link to it, and links to similar calls. */
export function RequestRow({ request, caller, isOpen, show }: Props) {
  const [open, setOpen] = useState(isOpen);
  const { method, route, status, code, duration_ms, at } = request;
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-3 px-4 py-2.5 text-left -outline-offset-2 hover:bg-hover"
      >
        <Badge tone={toneOf(status)}>{status}</Badge>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-mono text-[13px] leading-5">
            <span className="text-ink-soft">{method}</span> {route}
          </span>
          <span className="block truncate text-xs text-ink-soft">
            {caller}
            {code ? <span className="font-mono"> · {code}</span> : null}
          </span>
        </span>
        <span className="hidden shrink-0 text-xs text-ink-soft tabular-nums sm:block">
          {duration_ms.toLocaleString('en')} ms
        </span>
        <Time at={at} className="shrink-0 text-xs whitespace-nowrap text-ink-soft tabular-nums" />
      </button>
      {open ? <Detail request={request} caller={caller} show={show} /> : null}
    </div>
  );
}

function Detail({ request, caller, show }: Omit<Props, 'isOpen'>) {
  const { request_id, key_id, user_id, route, code, duration_ms, at } = request;
  const id = key_id ?? user_id ?? '';
  const link = `${location.origin}/console/developers/requests?request_id=${request_id}`;
  return (
    <div className="border-t border-line bg-sunken pb-3">
      <Facts
        facts={[
          { name: 'Request ID', value: request_id, copyable: true },
          { name: 'Link to this call', value: link, copyable: true },
          { name: 'Time', value: new Date(at).toISOString(), copyable: false },
          {
            name: key_id === null ? 'Person' : 'Key',
            value: caller === id ? id : `${caller} (${id})`,
            copyable: false,
          },
          { name: 'Duration', value: `${duration_ms.toLocaleString('en')} ms`, copyable: false },
        ]}
      />
      <div className="mt-1 flex flex-wrap gap-2 px-5">
        {key_id === null ? (
          <Button size="small" onClick={() => show({ key: '', person: id, request_id: '' })}>
            All of this person
          </Button>
        ) : (
          <Button size="small" onClick={() => show({ key: id, person: '', request_id: '' })}>
            All of this key
          </Button>
        )}
        <Button size="small" onClick={() => show({ route, request_id: '' })}>
          All of this route
        </Button>
        {code ? (
          <Button size="small" onClick={() => show({ code, request_id: '' })}>
            All with this error
          </Button>
        ) : null}
      </div>
    </div>
  );
}
