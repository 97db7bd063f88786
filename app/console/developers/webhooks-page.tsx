'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useAskedForNew } from '../data/asked.ts';
import { failureOf } from '../data/failures.ts';
import { useMay, useSession } from '../data/session.tsx';
import { useTRPC, type Webhook, type WebhookWithSecret } from '../data/trpc.ts';
import { endpointState, subscription } from '../labels/webhooks.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Rows } from '../parts/rows.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { NewWebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

/** A workspace has at most 20 endpoints (spec 8.2). */
const ALL = 100;

/** The webhook endpoints of the workspace. */
export function WebhooksPage() {
  const { workspace } = useSession();
  return workspace ? <Webhooks tenantId={workspace.id} /> : null;
}

function Webhooks({ tenantId }: { tenantId: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const mayManage = useMay('webhooks:manage');
  const [isMaking, setMaking] = useAskedForNew();
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const { data, error, refetch } = useQuery(
    trpc.webhooks.list_of_tenant.queryOptions({ tenant_id: tenantId, limit: ALL }),
  );
  return (
    <Page
      title="Webhooks"
      intro="Proofmail posts events about mail, deliveries and identities to your servers as they happen."
      action={
        mayManage ? (
          <Button tone="primary" onClick={() => setMaking(true)}>
            <Plus aria-hidden="true" />
            New endpoint
          </Button>
        ) : null
      }
    >
      {error && !data ? <FailureNotice failure={failureOf(error)} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-32" /> : null}
      {data && data.data.length > 0 ? (
        <Rows items={data.data} keyOf={({ id }) => id} row={(endpoint) => <Row endpoint={endpoint} />} />
      ) : null}
      {data?.data.length === 0 ? <NoEndpoint make={mayManage ? () => setMaking(true) : null} /> : null}
      <Dialog open={isMaking} onClose={() => setMaking(false)} title="New webhook endpoint">
        <NewWebhookForm
          onCancel={() => setMaking(false)}
          onMade={(endpoint) => {
            setMaking(false);
            setMade(endpoint);
            void queryClient.invalidateQueries(trpc.webhooks.list_of_tenant.queryFilter());
          }}
        />
      </Dialog>
      <Dialog open={made !== null} onClose={() => setMade(null)} title="Secret of the endpoint" isOnce>
        {made ? <WebhookSecret made={made} close={() => setMade(null)} /> : null}
      </Dialog>
    </Page>
  );
}

function Row({ endpoint }: { endpoint: Webhook }) {
  const { id, url, description } = endpoint;
  const { name, tone } = endpointState(endpoint);
  return (
    <Link
      href={`/console/developers/webhooks/${id}`}
      className="block px-4 py-3 -outline-offset-2 hover:bg-hover"
    >
      <span className="flex items-center gap-2">
        <span className="min-w-0 truncate font-mono text-[13px] font-medium">{url}</span>
        <Badge tone={tone}>{name}</Badge>
      </span>
      {description ? <span className="block truncate text-[13px]">{description}</span> : null}
      <span className="mt-0.5 block truncate text-[13px] text-ink-soft">{subscription(endpoint)}</span>
    </Link>
  );
}

function NoEndpoint({ make }: { make: (() => void) | null }) {
  return (
    <Empty icon={WebhookIcon} title="There is no endpoint yet">
      <p>
        Add the URL of your server to receive new mail at once, without polling. Or{' '}
        <Link href="/console/developers/events" className="prose-link">
          look at the events
        </Link>{' '}
        first.
      </p>
      {make ? (
        <Button tone="primary" onClick={make}>
          Create the first endpoint
        </Button>
      ) : null}
    </Empty>
  );
}
