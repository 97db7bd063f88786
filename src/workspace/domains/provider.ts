import type { Config } from '#kernel/base/config.ts';
import { AppError } from '#kernel/catalogue/errors.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { SigningKey } from '#kernel/ports/mail-identities.ts';
import { returnPathOf } from './names.ts';
import type { DomainTransport } from './schema.ts';

type Subject = { domain: string; transport: DomainTransport };

/** Whether SES sends the mail of a domain: by its own choice, or because the deployment's basic transport is SES. */
export const usesSes = (
  { basicTransport }: Pick<Config, 'basicTransport'>,
  transport: DomainTransport,
): boolean => transport === 'ses' || (transport === 'basic' && basicTransport === 'ses');

/**
 * Registers the domain and its key at SES if SES sends its mail. Safe to repeat.
 * @throws AppError `transport_unavailable`, `upstream_rate_limited`, `upstream_error`
 */
export async function registerAtProvider(
  { config, mailIdentities }: Pick<Services, 'config' | 'mailIdentities'>,
  subject: Subject,
  key: SigningKey,
): Promise<void> {
  if (!usesSes(config, subject.transport)) return;
  if (!mailIdentities) throw new AppError('transport_unavailable', { reason: 'ses_not_configured' });
  await mailIdentities.ensure(subject.domain, key);
  const returnPath = returnPathOf(subject);
  if (returnPath !== null) await mailIdentities.setMailFrom(subject.domain, returnPath);
}

/** Whether SES accepts mail from the domain now; `unknown` if SES did not respond. */
export async function providerFinding(
  { config, mailIdentities, log }: Pick<Services, 'config' | 'mailIdentities' | 'log'>,
  { domain, transport }: Subject,
): Promise<'present' | 'missing' | 'unknown'> {
  if (!usesSes(config, transport)) return 'present';
  if (!mailIdentities) return 'missing';
  try {
    const identity = await mailIdentities.find(domain);
    return identity?.isVerified ? 'present' : 'missing';
  } catch (error) {
    log.info({ err: error }, 'could not read the state of a domain at the mail provider');
    return 'unknown';
  }
}
