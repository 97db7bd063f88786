'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical, KeyRound, Pencil, Power, RotateCcw, Send, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { useTRPC, type Webhook, type WebhookWithSecret } from '../data/trpc.ts';
import { answerWords } from '../labels/webhooks.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Menu, MenuItem, MenuLine } from '../parts/menu.tsx';
import { useSay } from '../shell/toasts.tsx';
import { ReplayForm } from './replay-form.tsx';
import { RotateForm } from './rotate-form.tsx';
import { EditWebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

type OpenForm = 'edit' | 'rotate' | 'replay' | 'delete' | null;

/** The actions for an endpoint. */
export function WebhookActions({ endpoint }: { endpoint: Webhook }) {
  const [openForm, setOpenForm] = useState<OpenForm>(null);
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const refresh = useWebhookRefresh();
  const setEnabled = useEnabling(endpoint);
  const test = useTest(endpoint);
  const close = () => setOpenForm(null);
  const titles = {
    edit: 'Edit endpoint',
    rotate: 'New secret',
    replay: 'Deliver again',
    delete: 'Delete this endpoint?',
  };
  const forms: Record<NonNullable<OpenForm>, ReactNode> = {
    edit: (
      <EditWebhookForm
        endpoint={endpoint}
        onCancel={close}
        onDone={() => {
          close();
          void refresh();
        }}
      />
    ),
    rotate: (
      <RotateForm
        endpoint={endpoint}
        onCancel={close}
        onMade={(rotated) => {
          close();
          setMade(rotated);
        }}
      />
    ),
    replay: (
      <ReplayForm
        endpoint={endpoint}
        onCancel={close}
        onDone={() => {
          close();
          void refresh();
        }}
      />
    ),
    delete: <Delete endpoint={endpoint} close={close} />,
  };
  return (
    <div className="mb-5 flex flex-wrap gap-2">
      <Button size="small" disabled={test.isPending} onClick={test.send}>
        <Send aria-hidden="true" />
        {test.isPending ? 'Waiting for a response…' : 'Send a test'}
      </Button>
      <Button size="small" onClick={() => setOpenForm('replay')}>
        <RotateCcw aria-hidden="true" />
        Deliver again…
      </Button>
      <Button size="small" onClick={() => setOpenForm('edit')}>
        <Pencil aria-hidden="true" />
        Edit
      </Button>
      <Menu
        trigger={
          <IconButton label="More actions for this endpoint" className="size-8">
            <EllipsisVertical />
          </IconButton>
        }
      >
        <MenuItem icon={Power} onSelect={() => setEnabled(!endpoint.enabled)}>
          {endpoint.enabled ? 'Turn off' : 'Turn on'}
        </MenuItem>
        <MenuItem icon={KeyRound} onSelect={() => setOpenForm('rotate')}>
          New secret…
        </MenuItem>
        <MenuLine />
        <MenuItem icon={Trash2} danger onSelect={() => setOpenForm('delete')}>
          Delete…
        </MenuItem>
      </Menu>
      <Dialog open={openForm !== null} onClose={close} title={openForm ? titles[openForm] : ''}>
        {openForm ? forms[openForm] : null}
      </Dialog>
      <Dialog open={made !== null} onClose={() => setMade(null)} title="New secret of the endpoint" isOnce>
        {made ? <WebhookSecret made={made} close={() => setMade(null)} /> : null}
      </Dialog>
    </div>
  );
}

/** Reloads everything about endpoints. */
export function useWebhookRefresh() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.webhooks.list_of_tenant.queryFilter()),
      queryClient.invalidateQueries(trpc.webhooks.get.queryFilter()),
      queryClient.invalidateQueries({ queryKey: ['webhook-deliveries'] }),
    ]);
}

/** Switches the endpoint on or off, at once on the page. The message offers to undo it. */
function useEnabling({ id }: Webhook) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useSay();
  const refresh = useWebhookRefresh();
  const key = trpc.webhooks.get.queryKey({ webhook_id: id });
  const { mutate } = useMutation(
    trpc.webhooks.update.mutationOptions({ onError: say.failed, onSettled: refresh }),
  );
  const set = (enabled: boolean) => {
    queryClient.setQueryData(
      key,
      (now) => now && { ...now, enabled, disabled_reason: enabled ? null : 'manual' },
    );
    mutate({ webhook_id: id, enabled });
  };
  return (enabled: boolean) => {
    set(enabled);
    say.done(enabled ? 'Turned on' : 'Turned off. New events are not queued for it.', () => set(!enabled));
  };
}

/** Posts a test event and shows the result. */
function useTest({ id }: Webhook) {
  const trpc = useTRPC();
  const say = useSay();
  const refresh = useWebhookRefresh();
  const { mutate, isPending } = useMutation(
    trpc.webhooks.test.mutationOptions({
      onError: say.failed,
      onSuccess: (delivery) => {
        const ms = delivery.duration_ms === null ? '' : ` in ${delivery.duration_ms} ms`;
        if (delivery.status === 'succeeded') say.done(`The endpoint ${answerWords(delivery)}${ms}`);
        else say.problem('The test failed', `Result: ${answerWords(delivery)}${ms}.`);
      },
      onSettled: refresh,
    }),
  );
  return { isPending, send: () => mutate({ webhook_id: id }) };
}

function Delete({ endpoint, close }: { endpoint: Webhook; close: () => void }) {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const say = useSay();
  const { mutate, isPending } = useMutation(
    trpc.webhooks.delete.mutationOptions({
      onError: (error) => {
        say.failed(error);
        close();
      },
      onSuccess: () => {
        say.done('Deleted the endpoint');
        void queryClient.invalidateQueries(trpc.webhooks.list_of_tenant.queryFilter());
        router.push('/console/developers/webhooks');
      },
    }),
  );
  return (
    <Confirm
      action="Delete"
      typed={URL.canParse(endpoint.url) ? new URL(endpoint.url).host : endpoint.url}
      isPending={isPending}
      onCancel={close}
      onConfirm={() => mutate({ webhook_id: endpoint.id })}
    >
      Its deliveries are deleted with it, and waiting events are never sent. To pause the endpoint, switch it
      off instead.
    </Confirm>
  );
}
