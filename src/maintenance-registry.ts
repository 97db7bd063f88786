import { periodRetention } from '#billing/index.ts';
import { eventRetention } from '#events/index.ts';
import type { MaintenanceTask, RetentionStep } from '#jobs/index.ts';
import { invitationRetention, signInTokenRetention } from '#members/index.ts';
import { rawMessageRetention } from '#messages/index.ts';
import { digest, notificationRetention } from '#notifications/index.ts';
import { searchReindex } from '#search/index.ts';
import { capturedRetention } from '#sending/index.ts';
import { sessionRetention } from '#sign-in/index.ts';
import { usageRollup } from '#usage/index.ts';

/** Maintenance of rooms, by the names of decisions.md section 3. `platform-ops` has `retention` and `blob_sweep`. */
export const maintenanceTasks: readonly MaintenanceTask[] = [usageRollup, searchReindex, digest];

/** What the task `retention` does, in this order. */
export const retentionSteps: readonly RetentionStep[] = [
  rawMessageRetention,
  capturedRetention,
  signInTokenRetention,
  invitationRetention,
  sessionRetention,
  eventRetention,
  periodRetention,
  notificationRetention,
];
