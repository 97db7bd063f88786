import { z } from 'zod';
import { defineJob } from '#jobs/index.ts';
import { sendDigests } from './digest.ts';

/**
 * Sends what was held at 09:00 of each workspace's zone (spec 8.4). It runs each quarter of an hour, because zones differ
 * by as much, and so that nothing waits for a day if no process ran then.
 */
const digestDaily = defineJob({
  name: 'notifications.digest',
  payload: z.object({}),
  tries: 5,
  schedule: '*/15 * * * *',
  async run({ services, signal }) {
    const now = services.clock.now();
    await sendDigests({ services, signal, progress: async () => {} }, { now, all: false });
    return signal.aborted ? now : undefined;
  },
});

export const jobs = [digestDaily] as const;
