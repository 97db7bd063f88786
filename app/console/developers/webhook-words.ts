import type { Webhook, WebhookDelivery } from '../data/trpc.ts';
import type { Tone } from '../parts/badge.tsx';

type Words = { name: string; tone: Tone };

const states: Record<WebhookDelivery['status'], Words & { means: string }> = {
  pending: { name: 'Waiting', tone: 'neutral', means: 'It is posted in a moment.' },
  succeeded: { name: 'Delivered', tone: 'good', means: 'The endpoint took it.' },
  failed: { name: 'Tried again', tone: 'warn', means: 'It did not work yet, and is tried again.' },
  dead: { name: 'Given up', tone: 'bad', means: 'It did not work, and is not tried again.' },
};

export const deliveryState = (status: WebhookDelivery['status']) => states[status];

export const deliveryStates = Object.entries(states).map(([status, { name }]) => [status, name] as const);

/** Why an endpoint hears nothing (interface-spec 6.3). */
const offReasons: Record<string, string> = {
  failing: 'Off: it failed 100 times in a row',
  gone: 'Off: it answered 410 Gone',
};

export const endpointState = ({ enabled, disabled_reason }: Webhook): Words => {
  if (enabled) return { name: 'On', tone: 'good' };
  const reason = disabled_reason === null ? undefined : offReasons[disabled_reason];
  return reason === undefined ? { name: 'Off', tone: 'neutral' } : { name: reason, tone: 'bad' };
};

/** What an endpoint hears of, in a line. */
export function subscription({ events, identity_ids }: Pick<Webhook, 'events' | 'identity_ids'>): string {
  const what = events.includes('*') ? 'All events' : events.join(', ');
  if (identity_ids === null) return what;
  return `${what} · ${identity_ids.length === 1 ? 'one identity' : `${identity_ids.length} identities`}`;
}

/** How a delivery was answered, in a few words. */
export function answerWords({ response_status, error, status }: WebhookDelivery): string {
  if (response_status !== null) return `answered ${response_status}`;
  return error ?? (status === 'pending' ? 'not tried yet' : 'no answer');
}
