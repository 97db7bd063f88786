import type { Actor } from '#kernel/operation/actor.ts';
import type { Services } from '#kernel/operation/services.ts';

/** The caller and the request. The code that mounts the router creates it. */
export type TrpcContext = {
  actor: Actor;
  services: Services;
  requestId: string;
  /** Sends need one (spec 4.1). It counts for one call: do not batch calls that have one. */
  idempotencyKey: string | null;
};
