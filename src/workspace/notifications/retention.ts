import type { RetentionStep } from '#jobs/index.ts';
import { dayBegins } from './day.ts';
import { deleteMailedBefore } from './repository.ts';

/** Deletes the counts of past days. It is one statement, so a second run finds none. */
export const notificationRetention: RetentionStep = {
  name: 'notifications',
  run: ({ services }) => deleteMailedBefore(services.db, dayBegins(services.clock.now())),
};
