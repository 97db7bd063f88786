import { z } from 'zod';
import { invalidRequest } from '#kernel/catalogue/errors.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { readerOf } from '../reader.ts';
import { markRead } from '../reader-repository.ts';

const noticeId = z.string().length(26);

export const markNoticesRead = defineOperation({
  name: 'notices.mark_read',
  method: 'POST',
  path: '/console/notices/read',
  summary: 'Mark notices as read',
  description:
    'Marks the given notices, or all notices up to `up_to`. Marking a notice twice changes nothing.',
  permission: 'any key',
  levels: ['tenant'],
  target: noTarget,
  errors: [],
  input: z.strictObject({ ids: z.array(noticeId).max(100).optional(), up_to: noticeId.optional() }),
  responses: { 200: z.object({ marked: z.int().min(0) }) },
  async run({ actor, db, services }, { ids, up_to }) {
    if ((ids === undefined) === (up_to === undefined))
      throw invalidRequest([{ path: 'ids', message: 'Send either `ids` or `up_to`.' }]);
    const which = up_to === undefined ? { ids: ids ?? [] } : { upTo: up_to };
    const marked = await markRead(db, readerOf(actor), which, services.clock.now());
    return { status: 200, body: { marked } };
  },
});
