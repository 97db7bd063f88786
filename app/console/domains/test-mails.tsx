'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, CircleAlert, Send, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../data/session.tsx';
import { type Domain, type TestMail, useTRPC } from '../data/trpc.ts';
import {
  findingNames,
  findingStates,
  sentElsewhere,
  testMailRecipients,
  testMailStates,
} from '../labels/test-mails.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import { TestMailForm } from './test-mail-form.tsx';

/** The interval at which the page polls while a mail is on its way. */
const WAITING_MS = 2_000;

/** Sends a test mail and shows what the receiver found. */
export function TestMails({ domain }: { domain: Domain }) {
  const trpc = useTRPC();
  const mayChange = useMay('domains:write');
  const { data } = useQuery({
    ...trpc.domains.list_test_mails.queryOptions({ domain_id: domain.id }),
    refetchInterval: ({ state }) =>
      state.data?.data[0] && isUnderWay(state.data.data[0]) ? WAITING_MS : false,
  });
  const [newest, ...older] = data?.data ?? [];
  const maySend = mayChange && (domain.status === 'healthy' || domain.status === 'degraded');
  if (!maySend && !newest) return null;
  return (
    <section className="mb-8" aria-labelledby="test-mails">
      <h2 id="test-mails" className="mb-1 text-[15px] font-semibold">
        Test mail
      </h2>
      <p className="mb-3 text-[13px] text-pretty text-ink-soft">
        A test mail is sent like all mail of the domain, comes back from the internet, and shows what the
        receiver saw.
      </p>
      {maySend ? <SendButtons domain={domain} isBusy={newest !== undefined && isUnderWay(newest)} /> : null}
      {newest ? <Result mail={newest} /> : null}
      {older.length > 0 ? (
        <details className="mt-3 text-sm">
          <summary className="cursor-pointer text-[13px] text-ink-soft">Earlier test mails</summary>
          {older.map((mail) => (
            <Result key={mail.id} mail={mail} />
          ))}
        </details>
      ) : null}
    </section>
  );
}

const isUnderWay = ({ status, kind }: TestMail): boolean =>
  status === 'queued' || (status === 'sent' && kind !== 'member');

function SendButtons({ domain, isBusy }: { domain: Domain; isBusy: boolean }) {
  const trpc = useTRPC();
  const say = useSay();
  const queryClient = useQueryClient();
  const [isChoosing, setChoosing] = useState(false);
  const sent = () => queryClient.invalidateQueries(trpc.domains.list_test_mails.queryFilter());
  const { mutate, isPending } = useMutation(
    trpc.domains.send_test_mail.mutationOptions({ onError: say.failed, onSuccess: sent }),
  );
  const close = () => setChoosing(false);
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <Button size="small" disabled={isPending || isBusy} onClick={() => mutate({ domain_id: domain.id })}>
        <Send aria-hidden="true" />
        {isPending ? 'Sending…' : 'Send a test mail'}
      </Button>
      <Button size="small" tone="quiet" onClick={() => setChoosing(true)}>
        To an address…
      </Button>
      <Dialog open={isChoosing} onClose={close} title="Send a test mail">
        {isChoosing ? (
          <TestMailForm
            domain={domain}
            onCancel={close}
            onSent={() => {
              close();
              void sent();
            }}
          />
        ) : null}
      </Dialog>
    </div>
  );
}

function Result({ mail }: { mail: TestMail }) {
  const { name, tone, meaning } = testMailStates[mail.status];
  return (
    <article
      aria-label={`Test mail: ${name}`}
      className="mt-2 overflow-hidden rounded-xl border border-line bg-surface text-sm"
    >
      <div className="px-4 py-3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tone}>{name}</Badge>
          <span className="min-w-0 break-words">
            {mail.recipient ? `To ${mail.recipient}` : testMailRecipients[mail.kind]}
          </span>
          <span className="text-[13px] text-ink-soft">
            <Time at={mail.created_at} long />
          </span>
        </p>
        <p role="status" className="mt-1 text-[13px] leading-5 text-pretty text-ink-soft">
          {mail.kind === 'member' && mail.status === 'sent' ? sentElsewhere : meaning}
        </p>
        {mail.response && mail.status !== 'received' ? (
          <p className="mt-1 font-mono text-[13px] leading-5 break-words">{mail.response}</p>
        ) : null}
      </div>
      {mail.findings.length > 0 ? (
        <ul className="divide-y divide-line border-t border-line">
          {mail.findings.map((finding) => (
            <FindingRow key={finding.check} finding={finding} />
          ))}
        </ul>
      ) : null}
      {mail.header ? (
        <details className="border-t border-line px-4 py-2.5">
          <summary className="cursor-pointer text-[13px] text-ink-soft">Header as it arrived</summary>
          <div className="mt-2">
            <CodeBlock caption="Header" snippet={mail.header} subject="the header" className="max-h-80" />
          </div>
        </details>
      ) : null}
    </article>
  );
}

const icons = { good: Check, warn: TriangleAlert, bad: CircleAlert };

function FindingRow({ finding }: { finding: TestMail['findings'][number] }) {
  const { name, tone } = findingStates[finding.state];
  const Icon = icons[finding.state];
  return (
    <li className="px-4 py-2.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{findingNames[finding.check]}</span>
        <Badge tone={tone}>
          <Icon aria-hidden="true" />
          {name}
        </Badge>
      </p>
      <p className="mt-0.5 text-[13px] leading-5 break-words">{finding.found}</p>
      {finding.fix ? (
        <p className="mt-0.5 text-[13px] leading-5 text-pretty text-warn">{finding.fix}</p>
      ) : null}
    </li>
  );
}
