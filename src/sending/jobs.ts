import { z } from 'zod';
import { defineJob } from '#jobs/index.ts';
import { applyReport, reportPayload } from './delivery-report.ts';
import { submitServiceMail } from './service-mail.ts';
import { runSimulatedStep } from './simulate.ts';
import { submit } from './submit.ts';

/**
 * Hands a message to its transport. A second run stops where the message is no longer queued; one that finds an
 * attempt begun and not ended says `uncertain` instead of sending again.
 */
export const submitMessage = defineJob({
  name: 'sending.submit',
  payload: z.object({ message_id: z.string(), tenant_id: z.string().nullable().default(null) }),
  tries: 25,
  tenantOf: ({ tenant_id }) => tenant_id,
  run: ({ services }, { message_id }) => submit(services, message_id),
});

/** Sends the deployment's own mail. A second run may send it twice: a sign-in link twice is better than none. */
export const sendServiceMailJob = defineJob({
  name: 'sending.service_mail',
  payload: z.object({ message_id: z.string(), to: z.string(), subject: z.string(), text: z.string() }),
  tries: 12,
  run: async ({ services }, mail) => {
    await submitServiceMail(services, mail);
    return undefined;
  },
});

/** A second run finds the recipients where the first one put them, which is no move any more. */
export const applyDeliveryReport = defineJob({
  name: 'sending.delivery_report',
  payload: reportPayload,
  tries: 10,
  tenantOf: ({ tenant_id }) => tenant_id,
  run: async ({ services }, report) => {
    await applyReport(services, report);
    return undefined;
  },
});

/** What the simulator does to a recipient later. A second run finds it done. */
export const simulateStep = defineJob({
  name: 'sending.simulate',
  payload: z.object({ message_id: z.string(), address: z.string(), step: z.int() }),
  tries: 10,
  run: async ({ services }, step) => {
    await runSimulatedStep(services, step);
    return undefined;
  },
});
