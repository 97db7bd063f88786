import { z } from 'zod';
import { readDesign } from '#content/mime/index.ts';
import { readBlob } from '#kernel/data/blobs.ts';
import { requireSecondFactor } from '#kernel/operation/guards.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { readMail } from '#mail/inbound/index.ts';
import { capturedMail, SOURCE_BYTES, sourceOf, toCaptured } from '../outbox.ts';
import { recordCall } from '../record.ts';
import { capturedTarget, mailId } from '../target.ts';

export const readOutboxMail = defineOperation({
  name: 'platform.get_outbox_mail',
  method: 'GET',
  path: '/v1/platform/outbox/{mail_id}',
  summary: 'Read captured mail',
  description:
    `Returns one captured message: at most ${SOURCE_BYTES / 1024} KiB of its source, its text and its ` +
    'sanitised HTML with its styles.',
  permission: 'platform:ops',
  levels: ['platform'],
  target: capturedTarget,
  errors: ['second_factor_required'],
  input: z.strictObject({ mail_id: mailId }),
  responses: { 200: capturedMail },
  async run(call, { mail_id }) {
    requireSecondFactor(call.actor);
    const raw = await readBlob(call.services, call.target.raw_id);
    const { truncated, subject, ...content } = readMail(raw);
    // Shown as the recipient sees it, with its styles.
    const html = (await readDesign(raw)) ?? content.html;
    await recordCall(call, 'outbox.read', { type: 'captured_mail', id: mail_id });
    const body = {
      ...toCaptured({ ...call.target, subject }),
      ...content,
      html,
      ...sourceOf(raw, truncated),
    };
    return { status: 200, body };
  },
});
