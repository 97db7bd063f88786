import type { RetentionStep } from '#jobs/index.ts';
import { deleteExpiredInvitations } from './members-repository.ts';
import { deleteExpiredTokens } from './repository.ts';

/** Deletes sign-in tokens that were not used within ten minutes. It is one statement, so a second run finds none. */
export const signInTokenRetention: RetentionStep = {
  name: 'sign_in_tokens',
  run: ({ services }) => deleteExpiredTokens(services.db, services.clock.now()),
};

/** Deletes invitations that were not accepted within seven days. It is one statement, so a second run finds none. */
export const invitationRetention: RetentionStep = {
  name: 'invitations',
  run: ({ services }) => deleteExpiredInvitations(services.db, services.clock.now()),
};
