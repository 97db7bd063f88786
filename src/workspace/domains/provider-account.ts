import { HOUR, MINUTE } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { MailIdentities, ProviderAccount } from '#kernel/ports/mail-identities.ts';

/**
 * How long the account is cached. It changes only by a request to Amazon, and each read uses one of the few control
 * calls.
 */
const KNOWN_MS = HOUR;
/** How long it is cached after a failure, and while it is in the sandbox, because that may end. */
const SOON_MS = 5 * MINUTE;

type Known = { account: Promise<ProviderAccount | null>; until: number };
const known = new WeakMap<MailIdentities, Known>();

/** The recent state of the account at Amazon SES; null if there is none or if it could not be read. Never throws. */
export async function providerAccount({
  mailIdentities,
  clock,
  log,
}: Pick<Services, 'mailIdentities' | 'clock' | 'log'>): Promise<ProviderAccount | null> {
  if (!mailIdentities) return null;
  const now = clock.now().getTime();
  const present = known.get(mailIdentities);
  if (present && present.until > now) return present.account;
  const account = mailIdentities.account().catch((error) => {
    log.info({ err: error }, 'could not read the limits of the account at the mail provider');
    return null;
  });
  // Concurrent callers wait for the same response.
  known.set(mailIdentities, { account, until: now + SOON_MS });
  const answer = await account;
  const isUsual = answer !== null && !answer.isSandbox && answer.isSendingEnabled;
  if (isUsual) known.set(mailIdentities, { account, until: now + KNOWN_MS });
  return answer;
}

/** What the account cannot do, in sentences for people; null if there is no restriction. */
export function accountTrouble(
  account: ProviderAccount,
): { code: 'provider_sandbox' | 'provider_paused'; text: string } | null {
  if (!account.isSendingEnabled)
    return { code: 'provider_paused', text: 'Amazon has paused the sending of the SES account.' };
  if (!account.isSandbox) return null;
  const { perDay, perSecond } = account.quota;
  return {
    code: 'provider_sandbox',
    text: `The SES account is in the sandbox: it delivers only to verified addresses, ${perDay} messages a day and ${perSecond} a second.`,
  };
}
