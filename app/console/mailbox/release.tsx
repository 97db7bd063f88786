'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../data/session.tsx';
import { type Message, useTRPC, useTRPCClient } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { quarantineReason } from '../labels/trust.ts';
import { cn } from '../parts/class-names.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { useSay } from '../shell/toasts.tsx';
import { useMailTenant } from './list-parts.tsx';
import { domainOf } from './people.ts';
import { conversationKey, threadsKey } from './query-keys.ts';

export const quarantineKey = ['quarantine'] as const;

type Held = Pick<Message, 'id' | 'identity_id' | 'from' | 'subject'> & {
  quarantine_reason?: string | null | undefined;
};
type Props = { messages: Held[]; open: boolean; onClose: () => void; onDone?: () => void };

/** Asks why the messages are safe and releases them. For messages quarantined as spam, it offers to trust their senders. */
export function ReleaseDialog(props: Props) {
  const many = props.messages.length;
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={many === 1 ? 'Release this message?' : `Release ${counted(many, 'message')}?`}
    >
      <ReleaseForm {...props} />
    </Dialog>
  );
}

function ReleaseForm({ messages, onClose, onDone }: Props) {
  const [reason, setReason] = useState('');
  const [trusts, setTrusts] = useState(false);
  const mayTrust = useMay('suppressions:manage');
  const domains = mayTrust ? spamDomains(messages) : [];
  const release = useRelease(() => {
    onClose();
    onDone?.();
  });
  const [first] = messages;
  const about =
    first && messages.length === 1
      ? `Agents will see “${first.subject || 'No subject'}” at once and may act on what it says. Why it was quarantined: ${quarantineReason(first.quarantine_reason ?? 'other')}`
      : 'Agents will see them at once and may act on what they say.';
  const submit = () => release.mutate({ messages, reason: reason.trim(), domains: trusts ? domains : [] });
  return (
    <DialogForm
      action="Release"
      cancel="Keep it in quarantine"
      isPending={release.isPending}
      isIncomplete={!reason.trim()}
      error={release.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <p className="text-sm leading-6 text-ink-soft">{about}</p>
      <Field label="Why is it safe?" hint="Your answer is kept in the audit log with your name.">
        {(props) => (
          <textarea
            {...props}
            data-autofocus
            rows={3}
            maxLength={1_000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            className={cn(inputLook, 'h-auto py-2')}
          />
        )}
      </Field>
      {domains.length > 0 ? (
        <label className="flex items-start gap-2 text-sm leading-6">
          <input
            type="checkbox"
            checked={trusts}
            onChange={(event) => setTrusts(event.target.checked)}
            className="mt-1 size-4 accent-accent"
          />
          <span>
            Always trust {domains.join(', ')}: authenticated mail from there is never quarantined as spam.
          </span>
        </label>
      ) : null}
    </DialogForm>
  );
}

/** The domains of spam only, because the list of trusted senders has no effect on unauthenticated senders. */
const spamDomains = (messages: readonly Held[]): string[] => [
  ...new Set(
    messages.flatMap(({ from, quarantine_reason }) =>
      from && quarantine_reason === 'spam' ? [domainOf(from.address).toLowerCase()] : [],
    ),
  ),
];

function useRelease(onDone: () => void) {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useSay();
  const tenantId = useMailTenant();
  return useMutation({
    mutationFn: async ({
      messages,
      reason,
      domains,
    }: {
      messages: Held[];
      reason: string;
      domains: string[];
    }) => {
      for (const domain of tenantId ? domains : [])
        await client.lists.put_entry.mutate({
          tenant_id: tenantId ?? '',
          direction: 'receive',
          kind: 'allow',
          entry: `@${domain}`,
        });
      // One after the other, because each release can succeed or fail separately.
      for (const { identity_id, id } of messages)
        await client.quarantine.release.mutate({ identity_id, message_id: id, reason });
      return messages.length;
    },
    onSuccess: (many) => {
      onDone();
      say.done(many === 1 ? 'Released to the inbox' : `${counted(many, 'message')} released`);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: quarantineKey }),
        queryClient.invalidateQueries({ queryKey: threadsKey() }),
        queryClient.invalidateQueries({ queryKey: conversationKey }),
        queryClient.invalidateQueries(trpc.threads.get.queryFilter()),
        queryClient.invalidateQueries(trpc.threads.count_of_tenant.queryFilter()),
        queryClient.invalidateQueries(trpc.overview.read.queryFilter()),
      ]),
  });
}
