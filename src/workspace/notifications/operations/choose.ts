import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { defineOperation, noTarget } from '#kernel/operation/operation.ts';
import { noticeKinds, operatorKinds, PLATFORM } from '../kinds.ts';
import { readerOf } from '../reader.ts';
import { putChoice, readReader } from '../reader-repository.ts';

const forOperators = new Set<string>(operatorKinds);

export const chooseNotices = defineOperation({
  name: 'notices.choose',
  method: 'POST',
  path: '/console/notices/choices',
  summary: 'Turn a kind of notice on or off',
  description:
    'Applies to the signed-in person in this workspace; for kinds that only operators get, to the whole deployment.',
  permission: 'any key',
  levels: ['tenant'],
  target: noTarget,
  errors: ['permission_denied'],
  input: z.strictObject({ kind: z.enum(noticeKinds), by_mail: z.boolean(), in_console: z.boolean() }),
  responses: { 204: null },
  async run({ actor, db }, choice) {
    const reader = readerOf(actor);
    const isOperators = forOperators.has(choice.kind);
    if (isOperators && !(await readReader(db, reader)).is_operator) throw new AppError('permission_denied');
    await putChoice(db, isOperators ? { ...reader, tenantId: PLATFORM } : reader, choice);
    return { status: 204, body: null };
  },
});
