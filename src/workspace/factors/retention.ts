import type { RetentionStep } from '#jobs/index.ts';
import { deleteExpiredChallenges } from './passkey-repository.ts';

/** Deletes challenges that nobody answered. It is one statement, so a second run finds none. */
export const challengeRetention: RetentionStep = {
  name: 'passkey_challenges',
  run: ({ services: { db, clock } }) => deleteExpiredChallenges(db, clock.now()),
};
