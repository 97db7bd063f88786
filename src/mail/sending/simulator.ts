import { MINUTE, SECOND } from '#kernel/base/clock.ts';
import type { News } from './transition.ts';

/** What happens to a recipient of the simulator, one thing after the other. */
export type SimulatedStep = {
  /** Milliseconds after the message was handed over. */
  after: number;
  news: readonly Omit<News, 'address'>[];
  /** A message that comes back. */
  answer?: 'reply' | 'otp';
};

const accepted = { trigger: { attempt: 'accepted' }, smtp_code: 250, enhanced_code: '2.0.0' } as const;
const delivered = { trigger: { provider: 'delivered' }, smtp_code: 250, enhanced_code: '2.1.5' } as const;
const atOnce = (...news: SimulatedStep['news']): SimulatedStep => ({ after: 0, news });

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

/** What stands before `+` in an address of the simulator says what happens to it (decisions.md, The simulator). */
const scripts: Readonly<Record<string, readonly SimulatedStep[]>> = {
  success: [atOnce(accepted, delivered)],
  bounce: noSuchUser,
  softbounce: [
    atOnce(accepted, deferred(...fullMailbox)),
    {
      after: 10 * SECOND,
      news: [{ ...deferred(...fullMailbox), trigger: { provider: 'bounced' }, bounce_type: 'soft' }],
    },
  ],
  defer: [atOnce(accepted, deferred(451, '4.7.1', 'Try again later')), { after: MINUTE, news: [delivered] }],
  complaint: [
    atOnce(accepted, delivered),
    { after: 2 * SECOND, news: [{ trigger: { provider: 'complained' } }] },
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
  reply: [atOnce(accepted, delivered), { after: SECOND, news: [], answer: 'reply' }],
  otp: [atOnce(accepted, delivered), { after: SECOND, news: [], answer: 'otp' }],
};

export const simulatorDomain = (mailDomain: string): string => `simulator.${mailDomain}`;

export const isSimulated = (address: string, mailDomain: string): boolean =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase() === simulatorDomain(mailDomain);

/** The script of an address of the simulator. Names that it does not know do not exist. */
export function scriptOf(address: string): readonly SimulatedStep[] {
  const name = address.slice(0, address.lastIndexOf('@')).split('+', 1)[0]!.toLowerCase();
  return Object.hasOwn(scripts, name) ? scripts[name]! : noSuchUser;
}
