import { newId } from '#kernel/catalogue/ids.ts';
import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { type Letter, sendServiceMail } from '#workspace/notifications/index.ts';
import { findOrInsertUser, insertMember } from './repository.ts';
import { issueSignInToken, SIGN_IN_MINUTES } from './sign-in-token.ts';

export type Owner = { email: string; name: string };

/**
 * Creates the owner of a new workspace and sends the first sign-in link (spec 4.3, rule 1), all in the transaction, so
 * the mail leaves only if the workspace is created.
 * @returns the owner's user id
 */
export async function createOwner(
  db: Transaction,
  services: Services,
  tenant: { id: string; name: string },
  owner: Owner,
): Promise<string> {
  const email = owner.email.toLowerCase();
  const userId = await findOrInsertUser(db, { id: newId('user'), email, name: owner.name });
  await insertMember(db, { tenant_id: tenant.id, user_id: userId, role: 'owner' });
  const token = await issueSignInToken(db, services, userId);
  await sendServiceMail(db, services, {
    to: email,
    subject: `Your workspace ${tenant.name}`,
    letter: letterOf(tenant.name, `${services.config.consoleUrl}/console/sign-in?token=${token}`),
  });
  return userId;
}

const letterOf = (workspace: string, link: string): Letter => ({
  workspace,
  heading: 'Your workspace is ready',
  body: [`You are the owner of the workspace “${workspace}” on Proofmail. Sign in to set it up.`],
  button: { label: 'Sign in', url: link },
  notes: [
    `The link works once, for ${SIGN_IN_MINUTES} minutes. After that, ask for a new one on the sign-in page.`,
    'If you did not expect this mail, ignore it. Nobody can sign in without the link.',
  ],
  settings: null,
});
