import { z } from 'zod';
import { defineJob } from '#jobs/index.ts';
import { after, DAY } from '#kernel/base/clock.ts';
import { localDate } from '#kernel/base/local-day.ts';
import { serviceMailJob } from '#workspace/notifications/index.ts';
import { forgetCounters } from './counters-repository.ts';
import { applyReport, deliveryReportJob } from './delivery-report.ts';
import { applyNews, lookAgain, providerNews } from './provider/news.ts';
import { whenDue } from './scheduled.ts';
import { submitServiceMail } from './service-mail.ts';
import { runSimulatedStep, simulationJob } from './simulate.ts';
import { submit } from './submit.ts';

const COUNTERS_KEPT = 40 * DAY;

/**
 * Hands a message to its transport. A second run stops where the message is no longer queued; one that finds an
 * attempt begun and not ended says `uncertain` instead of sending again.
 */
export const submitMessage = defineJob({
  name: 'sending.submit',
  payload: z.object({ message_id: z.string(), tenant_id: z.string().nullable().default(null) }),
  tries: 25,
  // Those that wait for the same transaction share it. Few of them hold a message in memory: `submit.ts` bounds that.
  atOnce: 40,
  tenantOf: ({ tenant_id }) => tenant_id,
  run: ({ services }, { message_id }) => submit(services, message_id),
});

/**
 * The same for a scheduled message, when its time has come: it is held while its sender may not send. A second run finds
 * its recipients settled, and goes on with the hand-over.
 */
export const submitScheduled = defineJob({
  name: 'sending.submit_scheduled',
  payload: z.object({ message_id: z.string(), tenant_id: z.string() }),
  tries: 25,
  tenantOf: ({ tenant_id }) => tenant_id,
  run: async ({ services }, { message_id }) => {
    const due = await whenDue(services, message_id);
    return due === 'now' ? submit(services, message_id) : due;
  },
});

/** Counters of days that are over. A second run finds nothing. */
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

/** A second run finds the recipients where the first one put them, which is no move any more. */
export const applyDeliveryReport = defineJob({
  ...deliveryReportJob,
  tenantOf: ({ tenant_id }) => tenant_id,
  run: async ({ services }, report) => {
    await applyReport(services, report);
    return undefined;
  },
});

/** What the simulator does to a recipient later. A second run finds it done. */
export const simulateStep = defineJob({
  ...simulationJob,
  run: async ({ services }, step) => {
    await runSimulatedStep(services, step);
    return undefined;
  },
});

/** News of a provider that came before their message. A second run finds the recipients where the first one put them. */
export const applyProviderNews = defineJob({
  name: 'sending.provider_news',
  payload: providerNews.extend({ received_at: z.iso.datetime() }),
  tries: 10,
  run: async ({ services }, { received_at, ...news }) => {
    const isKnown = await services.db.transaction((tx) => applyNews(services, tx, news));
    return isKnown ? undefined : lookAgain(new Date(received_at), services.clock.now());
  },
});

export const jobs = [
  submitMessage,
  submitScheduled,
  sendServiceMailJob,
  applyDeliveryReport,
  applyProviderNews,
  simulateStep,
  forgetOldCounters,
] as const;
