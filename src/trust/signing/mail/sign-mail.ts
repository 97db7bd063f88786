import { DAY } from '#kernel/base/clock.ts';
import type { Services } from '#kernel/operation/services.ts';
import type { MailToSign } from '#kernel/operation/signed-mail.ts';
import { signToken } from '../assertion.ts';
import { ensureActiveKey } from '../keys.ts';
import { openedKey } from '../opened-keys.ts';
import { findActiveKey, findOrganisation, type IdentityKeyRow } from '../repository.ts';
import { digestsOf } from './digests.ts';

export const MAIL_TYPE = 'agent-mail+jwt';
/** Mail is in transit for a few days at most, and receivers store the verdict, not the claim. */
const LIFETIME = 7 * DAY;
/** Lines are short, so that no mail server folds them again. */
const LINE = 72;
const MOST_NAME = 200;

/**
 * The message with `Agent-Assertion` on top (docs/signed-mail.md), or unchanged if it cannot be signed.
 */
export async function signMail(services: Services, mail: MailToSign): Promise<Uint8Array> {
  const digests = digestsOf(mail.raw);
  if (!digests) return mail.raw;
  const { identity, at } = mail;
  const [key, organisation] = await Promise.all([
    keyOf(services, identity),
    findOrganisation(services.db, identity.tenant_id),
  ]);
  const iat = Math.floor(at.getTime() / 1000);
  const claims = {
    iss: services.config.publicUrl,
    sub: identity.id,
    iat,
    exp: iat + LIFETIME / 1000,
    hh: digests.header,
    bh: digests.body,
    name: plain(identity.display_name),
    organisation: plain(organisation),
    contact: `abuse@${services.config.mailDomain}`,
    agent: true,
    discloses_ai: mail.disclosesAi,
  };
  const token = signToken(MAIL_TYPE, claims, key.kid, openedKey(services.sealer, key));
  const lines = token.match(new RegExp(`.{1,${LINE}}`, 'g'))!;
  return Buffer.concat([Buffer.from(`Agent-Assertion: ${lines.join('\r\n ')}\r\n`), mail.raw]);
}

/** The form that receivers accept: one line of at most 200 characters without controls. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .slice(0, MOST_NAME)
    .toWellFormed();

/** The identity's key. The first one is created in a separate transaction, so it stays if the message is refused. */
async function keyOf(services: Services, target: MailToSign['identity']): Promise<IdentityKeyRow> {
  const present = await findActiveKey(services.db, target.id);
  if (present) return present;
  return services.db.transaction(async (db) => {
    const call = { db, services, target, actor: null, requestId: null };
    return (await ensureActiveKey(call)).key;
  });
}
