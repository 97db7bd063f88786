import type { RetentionStep } from '#jobs/index.ts';
import { dayBegins } from './day.ts';
import { deleteMailedBefore } from './repository.ts';

/** What was mailed on days that are over. One statement: a second run finds none. */
export const notificationRetention: RetentionStep = {
  name: 'notifications',
  run: ({ services }) => deleteMailedBefore(services.db, dayBegins(services.clock.now())),
};
