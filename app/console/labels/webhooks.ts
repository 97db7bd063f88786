import type { Webhook, WebhookDelivery } from '../data/trpc.ts';
import type { Tone } from '../parts/badge.tsx';
import { counted } from './counted.ts';
import { eventName } from './events.ts';
import { labelOf } from './label-of.ts';

type Label = { name: string; tone: Tone };

export const states: Record<WebhookDelivery['status'], Label & { meaning: string }> = {
  pending: { name: 'Waiting', tone: 'neutral', meaning: 'It will be sent in a moment.' },
  succeeded: { name: 'Delivered', tone: 'good', meaning: 'The endpoint accepted it.' },
  failed: { name: 'Retrying', tone: 'warn', meaning: 'It has failed so far and will be tried again.' },
  dead: { name: 'Failed', tone: 'bad', meaning: 'It failed and will not be tried again.' },
};

export const deliveryState = (status: WebhookDelivery['status']) => states[status];

export const deliveryStates = Object.entries(states).map(([status, { name }]) => [status, name] as const);

/** Why an endpoint is turned off (spec 6.3). */
export const offReasons: Record<'manual' | 'failing' | 'gone', Label> = {
  manual: { name: 'Off', tone: 'neutral' },
  failing: { name: 'Off: it failed 100 times in a row', tone: 'bad' },
  gone: { name: 'Off: it answered 410 Gone', tone: 'bad' },
};

type State = Pick<Webhook, 'enabled' | 'disabled_reason' | 'failing_since'>;

/** The state of an endpoint. It is failing if it is on but accepts nothing, so that deliveries may be lost. */
export const endpointState = ({ enabled, disabled_reason, failing_since }: State): Label => {
  if (!enabled) return labelOf(offReasons, disabled_reason ?? 'manual') ?? offReasons.manual;
  return failing_since === null ? { name: 'On', tone: 'good' } : { name: 'Failing', tone: 'bad' };
};

/** The events that an endpoint receives, in one line. */
export function subscription({ events, identity_ids }: Pick<Webhook, 'events' | 'identity_ids'>): string {
  const types = events.includes('*') ? 'All events' : events.map(eventName).join(', ');
  return identity_ids === null
    ? types
    : `${types} · ${counted(identity_ids.length, 'identity', 'identities')}`;
}

/** Why there was no response, by the code at the beginning of the error. */
const failures: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at this address',
  ECONNRESET: 'the server closed the connection',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'the server did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'the server did not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'the server did not answer in time',
  UND_ERR_SOCKET: 'the server closed the connection',
  EHOSTUNREACH: 'the server cannot be reached',
  ENETUNREACH: 'the server cannot be reached',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

/** The words for a network error. An unknown error is shown unchanged. */
export const failureWords = (error: string): string =>
  labelOf(failures, /^[A-Z_]+/.exec(error)?.[0] ?? '') ?? error;

/** The endpoint's response in a few words. */
export function answerWords({ response_status, error, status }: WebhookDelivery): string {
  if (response_status !== null) return `answered ${response_status}`;
  return error ? failureWords(error) : status === 'pending' ? 'not tried yet' : 'no answer';
}
