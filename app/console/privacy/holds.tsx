'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Gavel } from 'lucide-react';
import { useState } from 'react';
import type { RouterOutputs } from '#api/trpc/router.ts';
import { useAskedForNew } from '../data/asked.ts';
import { failureOf, problemsOf } from '../data/failures.ts';
import { usePages } from '../data/pages.ts';
import { useTRPC, useTRPCClient } from '../data/trpc.ts';
import { holdScopes } from '../labels/privacy.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Empty } from '../parts/empty.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { PagedRows } from '../parts/rows.tsx';
import { Time } from '../parts/time.tsx';
import { useMailboxes } from '../shell/mailboxes.ts';
import { useSay } from '../shell/toasts.tsx';
import { noScope, ScopeFields, scopeInput } from './scope-fields.tsx';

type Hold = RouterOutputs['holds']['list']['data'][number];

const PAGE = 25;
const KEY = ['holds'] as const;

/** Legal holds: mail that no erasure may delete until somebody releases the hold. */
export function Holds({ tenantId }: { tenantId: string }) {
  const client = useTRPCClient();
  const [asks, setAsks] = useAskedForNew();
  const [released, setReleased] = useState<Hold | null>(null);
  const query = usePages<Hold>([...KEY, tenantId], (cursor) =>
    client.holds.list.query({ tenant_id: tenantId, limit: PAGE, ...(cursor && { cursor }) }),
  );
  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-4">
        <p className="text-[13px] leading-5 text-pretty text-ink-soft">
          Mail under a legal hold is kept, even if somebody asks for its erasure or its retention period ends.
        </p>
        <Button tone="primary" onClick={() => setAsks(true)}>
          <Gavel aria-hidden="true" />
          Place a hold…
        </Button>
      </div>
      <PagedRows
        query={query}
        keyOf={({ id }) => id}
        row={(hold) => <Row hold={hold} release={() => setReleased(hold)} />}
        empty={
          <Empty icon={Gavel} title="No legal holds">
            <p>Place one when mail may be needed in a dispute.</p>
          </Empty>
        }
      />
      <Dialog open={asks} onClose={() => setAsks(false)} title="Place a legal hold">
        <HoldForm tenantId={tenantId} close={() => setAsks(false)} />
      </Dialog>
      <Dialog open={released !== null} onClose={() => setReleased(null)} title="Release this hold?">
        {released ? <Release hold={released} close={() => setReleased(null)} /> : null}
      </Dialog>
    </>
  );
}

function Row({ hold, release }: { hold: Hold; release: () => void }) {
  const { scope, identity_id, thread_id, counterparty_address, reason, created_at, released_at } = hold;
  const { mailboxes } = useMailboxes();
  const named = mailboxes.find(({ id }) => id === identity_id)?.primary_address ?? identity_id;
  const about = counterparty_address ?? thread_id ?? named;
  return (
    <article
      aria-label={holdScopes[scope]}
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-sm font-medium">
          {holdScopes[scope]}
          {about ? (
            <span className="ml-2 font-mono text-xs font-normal break-all text-ink-soft">{about}</span>
          ) : null}
        </p>
        <p className="text-[13px] leading-5 break-words text-ink-soft">{reason}</p>
      </div>
      <Time at={released_at ?? created_at} className="text-xs text-ink-soft tabular-nums" />
      {released_at ? (
        <Badge>Released</Badge>
      ) : (
        <Button size="small" onClick={release}>
          Release…
        </Button>
      )}
    </article>
  );
}

const options = [
  ['counterparty', holdScopes.counterparty],
  ['identity', holdScopes.identity],
  ['tenant', holdScopes.tenant],
] as const;

function HoldForm({ tenantId, close }: { tenantId: string; close: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [values, setValues] = useState(noScope);
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useMutation(
    trpc.holds.create.mutationOptions({
      onSuccess: () => {
        close();
        void queryClient.invalidateQueries({ queryKey: KEY });
      },
    }),
  );
  const problems = error ? problemsOf(failureOf(error)) : new Map<string, string>();
  return (
    <DialogForm
      action="Place the hold"
      isPending={isPending}
      error={problems.has('counterparty_address') ? null : error}
      onSubmit={() => mutate({ tenant_id: tenantId, ...scopeInput(values), reason: reason.trim() })}
      onCancel={close}
    >
      <ScopeFields
        label="What is held"
        options={options}
        values={values}
        change={setValues}
        problems={problems}
      />
      <Field label="Reason" hint="Shown in the receipt of an erasure that skips the mail.">
        {(props) => (
          <input
            {...props}
            required
            maxLength={1_000}
            className={inputLook}
            value={reason}
            placeholder="Case 2026-114"
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </DialogForm>
  );
}

function Release({ hold, close }: { hold: Hold; close: () => void }) {
  const trpc = useTRPC();
  const say = useSay();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation(
    trpc.holds.release.mutationOptions({
      onError: say.failed,
      onSuccess: () => say.done('Released'),
      onSettled: () => {
        close();
        return queryClient.invalidateQueries({ queryKey: KEY });
      },
    }),
  );
  return (
    <Confirm
      action="Release"
      isPending={isPending}
      onConfirm={() => mutate({ tenant_id: hold.tenant_id, hold_id: hold.id })}
      onCancel={close}
    >
      Erasures can reach this mail again. Mail of identities that were deleted in the meantime is erased now.
    </Confirm>
  );
}
