'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { RouterOutputs } from '#api/trpc/router.ts';
import { failureOf } from '../data/failures.ts';
import { useTRPC } from '../data/trpc.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';

type Setup = RouterOutputs['platform']['domain_connect'];

/** The operator's one-time setup, so that customers can add all records at their DNS host with one click. */
export function DomainConnectSection() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useSay();
  const { data, error, refetch } = useQuery(trpc.platform.domain_connect.queryOptions({}));
  const { mutate, isPending } = useMutation(
    trpc.platform.create_domain_connect_key.mutationOptions({
      onError: say.failed,
      onSuccess: () => {
        say.done('Created a key. Publish its records now.');
        void queryClient.invalidateQueries(trpc.platform.domain_connect.queryFilter({}));
      },
    }),
  );
  return (
    <section className="mt-10" aria-labelledby="domain-connect">
      <h2 id="domain-connect" className="mb-1 text-[15px] font-semibold">
        Domain Connect
      </h2>
      <p className="mb-3 max-w-prose text-[13px] leading-5 text-pretty text-ink-soft">
        With Domain Connect, customers add all DNS records at their DNS host with one click. Submit the
        template to the public repository of Domain Connect, and publish the key’s records, so that hosts
        recognise our requests.
      </p>
      {error && !data ? <FailureNotice failure={failureOf(error)} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-32" /> : null}
      {data ? (
        <>
          <div className="mb-3 flex flex-wrap gap-2">
            <Button size="small" disabled={isPending} onClick={() => mutate({})}>
              <KeyRound aria-hidden="true" />
              {data.keys.length === 0 ? 'Create a key' : 'Create a new key'}
            </Button>
            <CopyButton
              text={JSON.stringify(data.template, null, 2)}
              subject="the template"
              word="Copy the template"
            />
          </div>
          <Keys keys={data.keys} />
        </>
      ) : null}
    </section>
  );
}

const Keys = ({ keys }: Pick<Setup, 'keys'>) => (
  <ul className="divide-y divide-line rounded-xl border border-line bg-surface empty:hidden">
    {keys.map(({ host, created_at, is_published, records }) => (
      <li key={host} className="px-4 py-3 text-[13px]">
        <p className="flex flex-wrap items-center gap-2">
          <code className="font-mono">{host}</code>
          <Badge tone={is_published ? 'good' : 'warn'}>{is_published ? 'Published' : 'Not published'}</Badge>
          <span className="text-ink-soft">
            Created <Time at={created_at} />
          </span>
        </p>
        <dl className="mt-2 grid grid-cols-[3.5rem_1fr] gap-x-3 gap-y-0.5 [&_dt]:leading-8 [&_dt]:text-ink-soft">
          <dt>Name</dt>
          <Copied text={records[0]?.name ?? ''} subject="the name of the records" />
          {records.map(({ value }, at) => (
            <Part key={value} number={at + 1} value={value} />
          ))}
        </dl>
      </li>
    ))}
  </ul>
);

const Part = ({ number, value }: { number: number; value: string }) => (
  <>
    <dt>{`TXT ${number}`}</dt>
    <Copied text={value} subject={`TXT record ${number}`} />
  </>
);

const Copied = ({ text, subject }: { text: string; subject: string }) => (
  <dd className="flex min-w-0 items-start justify-between gap-2">
    <code className="min-w-0 py-1.5 font-mono leading-5 break-all">{text}</code>
    <CopyButton text={text} subject={subject} compact />
  </dd>
);
