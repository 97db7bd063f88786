import { z } from 'zod';
import { defineJob } from '#jobs/index.ts';
import { forgetAnswers } from '#kernel/idempotency.ts';

/**
 * Deletes the answers of idempotency keys that are past their 30 days, each hour (interface-spec 4.1, rule 3). They
 * count no more from that time on, swept or not. It is one statement: a second run finds what is left.
 */
export const forgetOldAnswers = defineJob({
  name: 'platform_ops.forget_answers',
  payload: z.object({}),
  tries: 5,
  schedule: '41 * * * *',
  async run({ services }) {
    const answers = await forgetAnswers(services.db, services.clock.now());
    if (answers > 0) services.log.info({ answers }, 'answers of idempotency keys forgotten');
    return undefined;
  },
});
