import { z } from 'zod';
import { defineJob } from '#jobs/index.ts';
import { sendDigests } from './digest.ts';

/**
 * Sends held notices at 09:00 in each workspace's time zone (spec 8.4). It runs every quarter of an hour, because time zones
 * differ by as little, and so that notices do not wait for a day if no process ran at that time.
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
