import { MINUTE, SECOND } from '#kernel/base/clock.ts';
import type { DeliveryUpdate } from '../transition/transition.ts';

/** One step in the simulation of a recipient. */
export type SimulatedStep = {
  /** Milliseconds after the message was submitted. */
  after: number;
  updates: readonly Omit<DeliveryUpdate, 'address'>[];
  /** A message that is sent in reply. */
  answer?: 'reply' | 'otp';
};

const accepted = { trigger: { attempt: 'accepted' }, smtp_code: 250, enhanced_code: '2.0.0' } as const;
const delivered = { trigger: { provider: 'delivered' }, smtp_code: 250, enhanced_code: '2.1.5' } as const;
const atOnce = (...updates: SimulatedStep['updates']): SimulatedStep => ({ after: 0, updates });

const deferred = (smtp_code: number, enhanced_code: string, smtp_response: string) =>
  ({ trigger: { provider: 'deferred' }, smtp_code, enhanced_code, smtp_response }) as const;

const fullMailbox = [452, '4.2.2', 'The mailbox is full'] as const;

const noSuchUser = [
  atOnce(accepted, {
    trigger: { provider: 'bounced' },
    smtp_code: 550,
    enhanced_code: '5.1.1',
    smtp_response: 'No such user at the simulator',
    bounce_type: 'hard',
  }),
];

/** The local part before `+` selects the script of a simulator address (decisions.md, The simulator). */
const scripts: Readonly<Record<string, readonly SimulatedStep[]>> = {
  success: [atOnce(accepted, delivered)],
  bounce: noSuchUser,
  softbounce: [
    atOnce(accepted, deferred(...fullMailbox)),
    {
      after: 10 * SECOND,
      updates: [{ ...deferred(...fullMailbox), trigger: { provider: 'bounced' }, bounce_type: 'soft' }],
    },
  ],
  defer: [
    atOnce(accepted, deferred(451, '4.7.1', 'Try again later')),
    { after: MINUTE, updates: [delivered] },
  ],
  complaint: [
    atOnce(accepted, delivered),
    { after: 2 * SECOND, updates: [{ trigger: { provider: 'complained' } }] },
  ],
  reject: [
    atOnce({
      trigger: { attempt: 'refused_permanently' },
      reason: 'provider_validation',
      smtp_code: 554,
      enhanced_code: '5.6.0',
      smtp_response: 'The message was refused',
    }),
  ],
  suppressed: [atOnce({ trigger: { provider: 'suppressed' }, reason: 'recipient_suppressed_by_provider' })],
  timeout: [atOnce({ trigger: { attempt: 'unknown' }, reason: 'transport_timeout' })],
  connection: [atOnce({ trigger: { attempt: 'unknown' }, reason: 'transport_connection_lost' })],
  quota: [
    atOnce({
      trigger: { attempt: 'refused_temporarily' },
      reason: 'quota_exhausted',
      smtp_code: 454,
      enhanced_code: '4.7.0',
      smtp_response: 'The daily sending quota is exhausted',
    }),
  ],
  reply: [atOnce(accepted, delivered), { after: SECOND, updates: [], answer: 'reply' }],
  otp: [atOnce(accepted, delivered), { after: SECOND, updates: [], answer: 'otp' }],
};

export const simulatorDomain = (mailDomain: string): string => `simulator.${mailDomain}`;

export const isSimulated = (address: string, mailDomain: string): boolean =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase() === simulatorDomain(mailDomain);

/** The script of a simulator address. Unknown names bounce as non-existent mailboxes. */
export function scriptOf(address: string): readonly SimulatedStep[] {
  const name = address.slice(0, address.lastIndexOf('@')).split('+', 1)[0]!.toLowerCase();
  return Object.hasOwn(scripts, name) ? scripts[name]! : noSuchUser;
}
