import type { RetentionStep } from '#jobs/index.ts';
import { deleteExpiredChallenges } from './passkey-repository.ts';

/** Challenges that nobody answered. One statement: a second run finds none. */
export const challengeRetention: RetentionStep = {
  name: 'passkey_challenges',
  run: ({ services: { db, clock } }) => deleteExpiredChallenges(db, clock.now()),
};
