import { z } from 'zod';
import { defineJob } from '#jobs/index.ts';
import { reviveReceipt } from '#mail/spool/index.ts';

/** The job of a dead letter. Redriving it puts the message back into the queue, with all of its tries. */
export const storeAgainJob = defineJob({
  name: 'inbound.process',
  payload: z.object({ receipt_id: z.string() }),
  tries: 5,
  async run({ services }, { receipt_id }) {
    await reviveReceipt(services.db, receipt_id);
    services.wakeUps.emit('inbound');
  },
});

export const jobs = [storeAgainJob] as const;
