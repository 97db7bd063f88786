import type { Transaction } from '#kernel/data/database.ts';
import type { Services } from '#kernel/operation/services.ts';
import { readHeld } from '#workspace/factors/index.ts';
import type { Client } from './client.ts';
import { assertAccepted } from './entry-rules.ts';
import { beginStep } from './second-step.ts';
import { beginSession } from './session.ts';

/** The result of a verified first factor: a session, or the request for a second factor. */
export type Entry = { kind: 'session'; token: string } | { kind: 'step'; token: string };

type Proof = { way: string; tenantId?: string | null };

/**
 * Continues the sign-in of a person whose first factor is verified. Every sign-in without a passkey comes through here.
 * @throws AppError `sso_required`, `sign_in_method_denied` if none of their workspaces accepts this way
 */
export async function enter(
  tx: Transaction,
  services: Services,
  userId: string,
  client: Client,
  { way, tenantId = null }: Proof,
): Promise<Entry> {
  await assertAccepted(tx, userId, way);
  if ((await readHeld(tx, userId)).app)
    return { kind: 'step', token: await beginStep(tx, services, { userId, way, tenantId }) };
  return { kind: 'session', token: await beginSession(tx, services, userId, client, { way, tenantId }) };
}
