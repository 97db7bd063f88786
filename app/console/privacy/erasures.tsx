'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eraser } from 'lucide-react';
import { useState } from 'react';
import type { RouterOutputs } from '#api/trpc/router.ts';
import { failureOf, problemsOf } from '../data/failures.ts';
import { useSession } from '../data/session.tsx';
import { useTRPC, useTRPCClient } from '../data/trpc.ts';
import { counted, numberWords } from '../labels/counted.ts';
import { erasureCounts, erasureScopes, erasureStates } from '../labels/privacy.ts';
import { Badge } from '../parts/badge.tsx';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { Time } from '../parts/time.tsx';
import { useSay } from '../shell/toasts.tsx';
import { isOpen, JobList } from './job-list.tsx';
import { noScope, ScopeFields, scopeInput } from './scope-fields.tsx';

type Erasure = RouterOutputs['erasures']['list']['data'][number];

const PAGE = 25;
const KEY = ['erasures'] as const;

/** Erasure requests with their progress and results. */
export function Erasures({ tenantId }: { tenantId: string }) {
  const client = useTRPCClient();
  return (
    <JobList<Erasure>
      listKey={[...KEY, tenantId]}
      fetchPage={(cursor) => client.erasures.list.query({ limit: PAGE, ...(cursor && { cursor }) })}
      row={(erasure) => <Row erasure={erasure} />}
      icon={Eraser}
      about="Erased mail is gone everywhere: messages, files, search and events. A final check looks for what is left."
      action="Erase…"
      title="Erase mail"
      form={(close) => <EraseForm close={close} />}
      empty={{
        title: 'Nothing has been erased yet',
        text: 'When somebody asks you to delete their data, erase all mail with their address.',
      }}
    />
  );
}

function Row({ erasure }: { erasure: Erasure }) {
  const { id, scope, status, created_at, completed_at, receipt } = erasure;
  const { name, tone } = erasureStates[status];
  const counts = Object.entries(erasureCounts).flatMap(([field, label]) => {
    const amount = receipt[field as keyof typeof erasureCounts];
    return amount > 0 ? [`${label} ${numberWords(amount)}`] : [];
  });
  const left = receipt.probe.keyword_hits + receipt.probe.semantic_hits;
  return (
    <article aria-label={erasureScopes[scope]} className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 text-sm font-medium">{erasureScopes[scope]}</span>
        <Badge tone={tone}>{name}</Badge>
        <Time at={completed_at ?? created_at} className="text-xs text-ink-soft tabular-nums" />
      </div>
      {isOpen(erasure) ? (
        <div
          role="progressbar"
          aria-label={`Progress of ${erasureScopes[scope]}`}
          className="mt-2 h-1.5 overflow-hidden rounded-full bg-hover"
        >
          <div className="h-full w-1/3 animate-pulse rounded-full bg-accent" />
        </div>
      ) : null}
      <p role={isOpen(erasure) ? 'status' : undefined} className="mt-1 text-[13px] leading-5 text-ink-soft">
        {counts.length > 0
          ? `Erased: ${counts.join(', ')}.`
          : isOpen(erasure)
            ? 'It begins in a moment.'
            : 'There was nothing to erase.'}
      </p>
      {receipt.held.length > 0 ? (
        <p className="mt-1 text-[13px] leading-5 text-warn">
          {counted(receipt.held.length, 'conversation')} stayed because of a legal hold:{' '}
          {receipt.held[0]?.reason}
        </p>
      ) : null}
      {status.startsWith('completed') && left > 0 ? (
        <p className="mt-1 text-[13px] leading-5 text-bad">
          The final check still found {counted(left, 'item')}.
        </p>
      ) : null}
      <p className="mt-1 font-mono text-xs break-all text-ink-soft">{id}</p>
    </article>
  );
}

const options = [
  ['counterparty', 'All mail with an address'],
  ['identity', 'An identity and all its mail'],
] as const;

/** The person types what will be erased as a confirmation, because it cannot be restored. */
function EraseForm({ close }: { close: () => void }) {
  const trpc = useTRPC();
  const { workspace } = useSession();
  const queryClient = useQueryClient();
  const say = useSay();
  const [values, setValues] = useState(noScope);
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error } = useMutation(
    trpc.erasures.create.mutationOptions({
      onSuccess: () => {
        close();
        say.done('The erasure has begun');
        void queryClient.invalidateQueries({ queryKey: KEY });
      },
    }),
  );
  const problems = error ? problemsOf(failureOf(error)) : new Map<string, string>();
  const phrase = workspace?.slug ?? '';
  return (
    <DialogForm
      action="Erase permanently"
      isPending={isPending}
      isIncomplete={typed.trim() !== phrase}
      error={problems.has('counterparty_address') ? null : error}
      onSubmit={() => mutate({ ...scopeInput(values), ...(reason.trim() && { reason: reason.trim() }) })}
      onCancel={close}
    >
      <ScopeFields
        label="What is erased"
        options={options}
        values={values}
        change={setValues}
        problems={problems}
      />
      <Field label="Reason" hint="It is deleted when the erasure has ended.">
        {(props) => (
          <input
            {...props}
            className={inputLook}
            maxLength={1_000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Type the short name of the workspace to confirm"
        hint={<span className="font-mono select-all">{phrase}</span>}
      >
        {(props) => (
          <input
            {...props}
            autoComplete="off"
            spellCheck={false}
            className={inputLook}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </DialogForm>
  );
}
