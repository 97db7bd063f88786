import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { openPage } from '#kernel/operation/page.ts';
import { pageInput, pageOf, timestamp } from '#kernel/operation/schema.ts';
import { PLATFORM } from '../kinds.ts';
import { readerOf } from '../reader.ts';
import { countUnread, type ListedNotice, listNotices } from '../reader-repository.ts';

/** Above this number, the count is shown as "more than". */
const MOST_UNREAD = 100;

const notice = z.object({
  id: z.string(),
  kind: z.string(),
  scope: z.enum(['workspace', 'platform']),
  subject: z.string(),
  summary: z.string(),
  path: z.string(),
  read_at: timestamp.nullable(),
  created_at: timestamp,
});

export const listOwnNotices = defineOperation({
  name: 'notices.list',
  method: 'GET',
  path: '/console/notices',
  summary: "List a person's notices",
  description:
    'Lists the notices of the last 30 days, newest first: those of this workspace and, for operators, of the deployment. `unread` counts up to 100.',
  permission: 'any key',
  levels: ['tenant'],
  target: noTarget,
  errors: ['cursor_expired'],
  input: z.strictObject({ only_unread: z.boolean().default(false), ...pageInput }),
  responses: { 200: pageOf(notice).extend({ unread: z.int().min(0) }) },
  async run(call, input) {
    const { actor, db } = call;
    const page = openPage(call, `notices.list/${actor.user_id}`, input);
    const beyond = page.after && String(page.after[0]);
    const [rows, unread] = await Promise.all([
      listNotices(db, readerOf(actor), { unread: input.only_unread, beyond, take: page.take }),
      countUnread(db, readerOf(actor), MOST_UNREAD),
    ]);
    return { status: 200, body: { ...page.answer(rows, toNotice, ({ id }) => [id]), unread } };
  },
});

const toNotice = ({ tenant_id, kind, summary, path, ...row }: ListedNotice) => ({
  ...row,
  kind: kind ?? '',
  scope: tenant_id === PLATFORM ? ('platform' as const) : ('workspace' as const),
  summary: summary ?? '',
  path: path ?? '/console',
});
