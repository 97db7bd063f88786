import { z } from 'zod';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { noticeKinds, operatorKinds, PLATFORM, workspaceKinds } from '../kinds.ts';
import { readerOf } from '../reader.ts';
import { type ChoiceRow, listChoices, readReader } from '../reader-repository.ts';

export const listNoticeChoices = defineOperation({
  name: 'notices.list_choices',
  method: 'GET',
  path: '/console/notices/choices',
  summary: 'List the notices that a person gets',
  description:
    'Returns one row for each kind of notice in this workspace (for operators, also of the deployment), and the time zone of the digest.',
  permission: 'any key',
  levels: ['tenant'],
  target: noTarget,
  errors: [],
  input: z.strictObject({}),
  responses: {
    200: z.object({
      timezone: z.string(),
      data: z.array(
        z.object({
          kind: z.enum(noticeKinds),
          scope: z.enum(['workspace', 'platform']),
          by_mail: z.boolean(),
          in_console: z.boolean(),
        }),
      ),
    }),
  },
  async run({ actor, db }) {
    const reader = readerOf(actor);
    const [own, platform, { is_operator, timezone }] = await Promise.all([
      listChoices(db, reader.userId, reader.tenantId),
      listChoices(db, reader.userId, PLATFORM),
      readReader(db, reader),
    ]);
    const data = [
      ...workspaceKinds.map((kind) => ({ scope: 'workspace' as const, ...choiceOf(kind, own) })),
      ...(is_operator ? operatorKinds : []).map((kind) => ({
        scope: 'platform' as const,
        ...choiceOf(kind, platform),
      })),
    ];
    return { status: 200, body: { timezone, data } };
  },
});

function choiceOf<Kind extends string>(kind: Kind, rows: readonly ChoiceRow[]) {
  const { by_mail = true, in_console = true } = rows.find((row) => row.kind === kind) ?? {};
  return { kind, by_mail, in_console };
}
