import { z } from 'zod';
import { defineJob } from '#jobs/index.ts';
import { rollUp } from './roll-up.ts';

/** Storage is measured at least hourly (spec 2.12). A second run counts the same again. */
const rollUpHourly = defineJob({
  name: 'usage.roll_up',
  payload: z.object({}),
  tries: 3,
  schedule: '7 * * * *',
  async run({ services, signal }) {
    await rollUp({ services, signal, progress: async () => {} });
    return undefined;
  },
});

export const jobs = [rollUpHourly] as const;
