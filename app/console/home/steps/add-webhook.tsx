'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { useMay, useSession } from '../../data/session.tsx';
import { useTRPC, type WebhookWithSecret } from '../../data/trpc.ts';
import { answerWords, deliveryState } from '../../labels/webhooks.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { useSay } from '../../shell/toasts.tsx';
import { type Setup, useOverviewRefresh } from '../use-overview.ts';
import { InlineForm } from './inline-form.tsx';

type Endpoint = NonNullable<NonNullable<Setup['webhook']>['result']>;

export function AddWebhook() {
  const trpc = useTRPC();
  const { workspace } = useSession();
  const refresh = useOverviewRefresh();
  const [url, setUrl] = useState('');
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const { mutate, isPending, error } = useMutation(
    trpc.webhooks.create_for_tenant.mutationOptions({
      onSuccess: (endpoint) => {
        setMade(endpoint);
        setUrl('');
        refresh();
      },
    }),
  );
  if (made?.secret)
    return (
      <div className="space-y-2">
        <CodeBlock caption="Secret of the endpoint" snippet={made.secret} subject="the secret" />
        <p className="text-[13px] leading-5 text-ink-soft">
          It is shown only until you leave this page. Your server verifies with it that a request comes from
          Proofmail.
        </p>
      </div>
    );
  return (
    <InlineForm
      label="URL"
      hint="All events are posted to this public https URL. You can choose fewer later."
      value={url}
      change={setUrl}
      placeholder="https://example.com/hooks/mail"
      type="url"
      action="Add"
      isPending={isPending}
      error={error}
      field="url"
      submit={() => mutate({ tenant_id: workspace?.id ?? '', url: url.trim(), events: ['*'] })}
    />
  );
}

export function WebhookResult({ webhook }: { webhook: Endpoint }) {
  const { webhook_id, url, last_delivery } = webhook;
  const mayManage = useMay('webhooks:manage');
  const state = last_delivery
    ? deliveryState(last_delivery.status as Parameters<typeof deliveryState>[0])
    : null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Link
        href={`/console/developers/webhooks/${webhook_id}`}
        className="min-w-0 font-mono text-xs break-all text-ink hover:underline"
      >
        {url}
      </Link>
      {state ? <Badge tone={state.tone}>{state.name}</Badge> : null}
      {mayManage ? <TestButton id={webhook_id} /> : null}
    </div>
  );
}

function TestButton({ id }: { id: string }) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useOverviewRefresh();
  const { mutate, isPending } = useMutation(
    trpc.webhooks.test.mutationOptions({
      onError: say.failed,
      onSuccess: (delivery) => {
        if (delivery.status === 'succeeded') say.done(`The endpoint ${answerWords(delivery)}`);
        else say.problem('The test failed', `Result: ${answerWords(delivery)}.`);
      },
      onSettled: refresh,
    }),
  );
  return (
    <Button size="small" tone="quiet" disabled={isPending} onClick={() => mutate({ webhook_id: id })}>
      {isPending ? 'Waiting for a response…' : 'Send a test'}
    </Button>
  );
}
