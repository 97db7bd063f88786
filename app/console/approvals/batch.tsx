'use client';

import { useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { type Approval, useTRPC, useTRPCClient } from '../data/trpc.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useSay } from '../shell/toasts.tsx';
import { Whole } from './approval-card.tsx';
import { useApprovalRefresh } from './decision.ts';

type BatchProps = { tenantId: string; chosen: readonly Approval[]; onDone: () => void };
type Decision = 'approve' | 'reject';

/** Decides about the selected messages as one named batch. */
export function BatchBar({ tenantId, chosen, onDone }: BatchProps) {
  const [decision, setDecision] = useState<Decision | null>(null);
  if (chosen.length === 0) return null;
  const many = chosen.length === 1 ? '1 message' : `${chosen.length} messages`;
  const verb = decision === 'reject' ? 'Reject' : 'Approve';
  return (
    <div className="sticky top-0 z-10 mb-3 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-surface px-4 py-2 shadow-raised">
      <span className="mr-auto text-sm">{many} selected</span>
      <Button size="small" tone="primary" onClick={() => setDecision('approve')}>
        Approve…
      </Button>
      <Button size="small" onClick={() => setDecision('reject')}>
        Reject…
      </Button>
      <Button size="small" tone="quiet" onClick={onDone}>
        Clear
      </Button>
      <Dialog
        open={decision !== null}
        onClose={() => setDecision(null)}
        title={`${verb} ${many}?`}
        className="w-[min(44rem,calc(100vw-2rem))]"
      >
        {decision ? (
          <BatchForm
            tenantId={tenantId}
            chosen={chosen}
            decision={decision}
            onDone={() => {
              setDecision(null);
              onDone();
            }}
            onCancel={() => setDecision(null)}
          />
        ) : null}
      </Dialog>
    </div>
  );
}

function BatchForm(props: BatchProps & { decision: Decision; onCancel: () => void }) {
  const { tenantId, chosen, decision, onDone, onCancel } = props;
  const [name, setName] = useState('');
  const [comment, setComment] = useState('');
  const trpc = useTRPC();
  const client = useTRPCClient();
  const say = useSay();
  const refresh = useApprovalRefresh();
  const shown = useQueries({
    queries: chosen.map(({ id }) => trpc.approvals.get.queryOptions({ approval_id: id })),
  }).flatMap(({ data }) => data ?? []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      client.approvals.decide_batch.mutate({
        tenant_id: tenantId,
        name: name.trim(),
        decision,
        ...(comment.trim() && { comment: comment.trim() }),
        approvals: shown.map(({ id, content_sha256 }) => ({ id, content_sha256 })),
      }),
    onSuccess: ({ results }) => {
      const failed = results.filter(({ outcome }) => outcome === 'failed');
      onDone();
      say.done(
        failed.length === 0
          ? `${results.length} decided`
          : `${results.length - failed.length} decided, ${failed.length} not: ${failed[0]?.error?.message}`,
      );
    },
    onSettled: refresh,
  });
  const isWhole = shown.length === chosen.length;
  return (
    <DialogForm
      action={decision === 'approve' ? 'Approve all' : 'Reject all'}
      isPending={isPending}
      isIncomplete={!isWhole || !name.trim() || (decision === 'reject' && !comment.trim())}
      error={error}
      onSubmit={() => mutate()}
      onCancel={onCancel}
    >
      <Field label="Name of the batch" path="name" hint="The audit log shows it with each message.">
        {(field) => (
          <input
            {...field}
            data-autofocus
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.target.value)}
            className={inputLook}
          />
        )}
      </Field>
      {decision === 'reject' ? (
        <Field label="Why?" path="comment" hint="The agents read this.">
          {(field) => (
            <input
              {...field}
              maxLength={2_000}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
              className={inputLook}
            />
          )}
        </Field>
      ) : null}
      {isWhole ? null : <Skeleton className="h-24" />}
      {shown.map((approval) => (
        <Whole key={approval.id} approval={approval} />
      ))}
    </DialogForm>
  );
}
