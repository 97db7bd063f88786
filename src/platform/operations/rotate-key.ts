import { z } from 'zod';
import { AppError } from '#kernel/catalogue/errors.ts';
import { type RingKey, type RingPurpose, ringPurposes } from '#kernel/keys/key-ring.ts';
import { defineOperation } from '#kernel/operation/operation.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import { webBotAuthKid } from '#trust/signing/index.ts';
import { recordCall } from '../record.ts';
import { purposeTarget } from '../target.ts';

const rotation = z
  .object({
    purpose: z.enum(ringPurposes),
    kid: z.string(),
    created_at: timestamp,
    previous: z
      .object({
        kid: z.string(),
        verify_until: timestamp.meta({
          description:
            'Signatures of the previous key are valid until this time. With `revoke_previous` it is the time of the ' +
            'rotation.',
        }),
        revoked: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'KeyRotation', description: 'A new key of the deployment. Key material is never returned.' });

export const rotateKey = defineOperation({
  name: 'platform.rotate_key',
  method: 'POST',
  path: '/v1/platform/keys/{purpose}/rotate',
  summary: 'Rotate a key of the deployment',
  description:
    'Creates a new key. The previous one stays valid for a while: `thread` 90 days, `link` 7 days, `cursor` ' +
    '24 hours, `web_bot_auth` 7 days. With `revoke_previous` it is deleted at once. As a result, mail is threaded by ' +
    'its headers instead of tokens; links, sign-in tokens, invitations, sessions and OAuth flows signed with the ' +
    'old key fail; open cursors return invalid_request; and the old web_bot_auth key is removed from the ' +
    'directory.',
  permission: 'platform:ops',
  levels: ['platform'],
  target: purposeTarget,
  errors: ['web_bot_auth_disabled'],
  queryInputs: ['revoke_previous'],
  input: z.strictObject({
    purpose: z.string().meta({ description: 'The purpose of the key.', examples: [...ringPurposes] }),
    revoke_previous: z.boolean().default(false).meta({ description: 'Deletes the previous key at once.' }),
  }),
  responses: { 200: rotation },
  async run(call, { revoke_previous }) {
    const { keyRing, clock, config } = call.services;
    const purpose = call.target;
    if (purpose === 'web_bot_auth' && !config.webBotAuth) throw new AppError('web_bot_auth_disabled');
    const now = clock.now();
    const { active, previous } = await keyRing.rotate(call.db, purpose, {
      now,
      revokePrevious: revoke_previous,
    });
    const kid = await publicKid(purpose, active);
    await recordCall(
      call,
      'signing_key.rotate',
      { type: 'signing_key', id: kid },
      { purpose, revoke_previous },
    );
    return {
      status: 200,
      body: {
        purpose,
        kid,
        created_at: now.toISOString(),
        previous: previous && {
          kid: await publicKid(purpose, previous),
          verify_until: previous.verifyUntil.toISOString(),
          revoked: revoke_previous,
        },
      },
    };
  },
});

/** The public name of the key: the directory of web_bot_auth lists thumbprints. */
const publicKid = async (purpose: RingPurpose, key: RingKey): Promise<string> =>
  purpose === 'web_bot_auth' ? webBotAuthKid(key) : key.kid;
