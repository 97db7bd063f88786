import { z } from 'zod';
import { defineJob } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { localDate } from '#kernel/base/local-day.ts';
import { serviceMailJob } from '#workspace/notifications/index.ts';
import { forgetCounters } from './accept/counters-repository.ts';
import { deliveryReportJob, simulationJob } from './declared-jobs.ts';
import { whenDue } from './submit/scheduled.ts';
import { submitServiceMail } from './submit/service-mail.ts';
import { runSimulatedStep } from './submit/simulate.ts';
import { submit } from './submit/submit.ts';
import { applyReport } from './transition/delivery-report.ts';
import { applyProviderReport, providerReport, retryReportAt } from './transition/provider/provider-report.ts';

const COUNTERS_KEPT = 40 * DAY;

/**
 * Submits a message to its transport. A second run stops when the message is no longer queued; one that finds an
 * attempt that started and never ended marks the message `uncertain` instead of sending it again.
 */
export const submitMessage = defineJob({
  name: 'sending.submit',
  payload: z.object({ message_id: z.string(), tenant_id: z.string().nullable().default(null) }),
  tries: 25,
  // Concurrent jobs share transactions. `submit.ts` bounds how many hold a message in memory.
  atOnce: 40,
  run: ({ services }, { message_id, tenant_id }) => submit(services, message_id, tenant_id),
});

/**
 * The same for a scheduled message when it is due: it is held while its sender may not send. A second run finds that
 * its recipients are settled, and continues with the submission.
 */
export const submitScheduled = defineJob({
  name: 'sending.submit_scheduled',
  payload: z.object({ message_id: z.string(), tenant_id: z.string() }),
  tries: 25,
  run: async ({ services }, { message_id, tenant_id }) => {
    const due = await whenDue(services, message_id);
    return due === 'now' ? submit(services, message_id, tenant_id) : due;
  },
});

/** Deletes counters of past days. A second run finds nothing. */
export const forgetOldCounters = defineJob({
  name: 'sending.forget_counters',
  payload: z.object({}),
  tries: 3,
  schedule: '20 3 * * *',
  run: async ({ services: { db, clock } }) => {
    await forgetCounters(db, localDate('UTC', after(clock.now(), -COUNTERS_KEPT)));
    return undefined;
  },
});

/** Sends the deployment's own mail. A second run may send it twice: a sign-in link twice is better than none. */
export const sendServiceMailJob = defineJob({
  ...serviceMailJob,
  run: async ({ services }, mail) => {
    await submitServiceMail(services, mail);
    return undefined;
  },
});

/** Applies a delivery report. A second run finds that the recipients already have their new states. */
export const applyDeliveryReport = defineJob({
  ...deliveryReportJob,
  run: async ({ services }, report) => {
    await applyReport(services, report);
    return undefined;
  },
});

/** A later step of the simulator. A second run finds it done. */
export const simulateStep = defineJob({
  ...simulationJob,
  run: async ({ services }, step) => {
    await runSimulatedStep(services, step);
    return undefined;
  },
});

/** Applies a provider's report that arrived before its message was recorded. A second run changes nothing. */
export const retryProviderReport = defineJob({
  name: 'sending.provider_news',
  payload: providerReport.extend({ received_at: z.iso.datetime() }),
  tries: 10,
  run: async ({ services }, { received_at, ...report }) => {
    const isKnown = await services.db.transaction((tx) => applyProviderReport(services, tx, report));
    return isKnown ? undefined : retryReportAt(new Date(received_at), services.clock.now());
  },
});

export const jobs = [
  submitMessage,
  submitScheduled,
  sendServiceMailJob,
  applyDeliveryReport,
  retryProviderReport,
  simulateStep,
  forgetOldCounters,
] as const;
