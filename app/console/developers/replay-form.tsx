'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC, type Webhook, type WebhookDelivery } from '../data/trpc.ts';
import { counted } from '../labels/counted.ts';
import { DialogForm } from '../parts/dialog-form.tsx';
import { Field, inputLook } from '../parts/field.tsx';
import { useSay } from '../shell/toasts.tsx';

type Status = WebhookDelivery['status'];
const choices: [status: Status | '', name: string][] = [
  ['dead', 'Deliveries that failed'],
  ['failed', 'Deliveries that are being retried'],
  ['succeeded', 'Successful deliveries'],
  ['', 'All subscribed events, including those from while it was off'],
];
const DAY_MS = 86_400_000;

/** A time in the format of `datetime-local`, in the user's time zone. */
const localTime = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
const isoTime = (local: string): string => new Date(local).toISOString();

export const replayResult = (queued: number): string => {
  if (queued === 0) return 'There are no events to deliver again';
  return `Delivering ${counted(queued, 'event')} again`;
};

/**
 * The deliveries that somebody most likely wants again: waiting ones if the endpoint fails, missed ones if it was off.
 */
const likelyStatus = ({ enabled, failing_since }: Webhook): Status | '' => {
  if (!enabled) return '';
  return failing_since === null ? 'dead' : 'failed';
};

/** The start of the period: a day ago, or the time when the endpoint began to fail if that is earlier. */
const firstTime = ({ failing_since }: Webhook): Date =>
  new Date(Math.min(Date.now() - DAY_MS, failing_since ? Date.parse(failing_since) : Date.now()));

type Props = { endpoint: Webhook; onCancel: () => void; onDone: () => void };

/** Delivers the events of a period again. */
export function ReplayForm({ endpoint, onCancel, onDone }: Props) {
  const trpc = useTRPC();
  const say = useSay();
  const [since, setSince] = useState(() => localTime(firstTime(endpoint)));
  const [until, setUntil] = useState('');
  const [status, setStatus] = useState<Status | ''>(() => likelyStatus(endpoint));
  const { mutate, isPending, error } = useMutation(
    trpc.webhooks.replay.mutationOptions({
      onSuccess: ({ queued }) => {
        say.done(replayResult(queued));
        onDone();
      },
    }),
  );
  const submit = () =>
    mutate({
      webhook_id: endpoint.id,
      since: isoTime(since),
      ...(until && { until: isoTime(until) }),
      ...(status && { status }),
    });
  return (
    <DialogForm
      action="Deliver again"
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <p className="text-sm leading-6 text-pretty text-ink-soft">
        Events keep their ids, so that your server can recognise events that it already has. You can go back
        30 days.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="From" path="since">
          {(props) => (
            <input
              {...props}
              type="datetime-local"
              className={inputLook}
              value={since}
              onChange={(event) => setSince(event.target.value)}
              required
            />
          )}
        </Field>
        <Field label="Until" path="until" hint="Leave it empty for all events until now.">
          {(props) => (
            <input
              {...props}
              type="datetime-local"
              className={inputLook}
              value={until}
              onChange={(event) => setUntil(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Field label="Events" path="status">
        {(props) => (
          <select
            {...props}
            className={inputLook}
            value={status}
            onChange={(event) => setStatus(event.target.value as Status | '')}
          >
            {choices.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </DialogForm>
  );
}
