import { z } from 'zod';
import { newId } from '#kernel/catalogue/ids.ts';
import { emailAddress, line } from '#kernel/operation/schema.ts';
import type { Services } from '#kernel/operation/services.ts';
import { insertMember } from '#workspace/members/index.ts';
import {
  beginSession,
  type Client,
  makeFirstOperator,
  operatorPermissions,
} from '#workspace/sign-in/index.ts';
import { createTenant } from '#workspace/tenants/operations/create.ts';

export const setupInput = z.strictObject({
  token: z.string().max(200),
  email: emailAddress,
  name: line(100, 1),
  workspace: z.strictObject({
    name: line(100, 1),
    slug: createTenant.input.shape.slug,
    timezone: createTenant.input.shape.timezone.optional(),
  }),
});

/**
 * The first start: the person with the banner's link becomes the operator and owns the first workspace, all of it in
 * one transaction. The link proves that they read this program's output, so their address is not asked to.
 * @returns the session's cookie token
 * @throws AppError `unauthenticated`, `slug_taken`, `suffix_taken`
 */
export const makeFirstOwner = (
  services: Services,
  { token, email, name, workspace }: z.output<typeof setupInput>,
  client: Client,
): Promise<string> =>
  services.db.transaction(async (tx) => {
    const userId = await makeFirstOperator(tx, services, token, { email, name });
    const call = {
      actor: {
        key_id: null,
        user_id: userId,
        name,
        level: 'platform' as const,
        mode: 'live' as const,
        partner_id: null,
        tenant_id: null,
        identity_id: null,
        permissions: new Set<string>(operatorPermissions),
        expires_at: null,
      },
      target: null,
      db: tx,
      services,
      requestId: newId('request'),
      idempotencyKey: null,
      header: () => null,
      signal: () => new AbortController().signal,
      body: null,
    };
    const made = await createTenant.run(call, createTenant.input.parse(workspace));
    if (!('body' in made)) throw new Error('tenants.create answers with the tenant.');
    await insertMember(tx, { tenant_id: made.body.id, user_id: userId, role: 'owner' });
    return beginSession(tx, services, userId, client);
  });
