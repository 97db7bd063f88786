import { createConsoleApi } from '#api/console/api.ts';
import { describeVisitor, type SessionInfo } from '#api/console/describe.ts';
import { findVisitor, requireVisitor } from '#api/console/visitor.ts';
import type { Api } from '#api/rest/exchange.ts';
import { type ApiHandler, webHandler } from '#api/rest/web.ts';
import { createCaller } from '#api/trpc/router.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Services } from '#kernel/operation/services.ts';
import { servicesFromEnvironment } from '#server/next.ts';
import { readInvitation, type ShownInvitation } from '#workspace/members/index.ts';
import { actorOf, openSetup } from '#workspace/sign-in/index.ts';

type RequestHeaders = { header(name: string): string | null };

/** The functions that pages use on the server. */
export type ConsoleDoor = {
  api: ApiHandler;
  /** Who is signed in, or null. */
  session(headers: RequestHeaders): Promise<SessionInfo | null>;
  /** The operations on behalf of this person, for the first render of a page. @throws AppError `unauthenticated` */
  caller(headers: RequestHeaders): Promise<ReturnType<typeof createCaller>>;
  /** What an invitation's link leads to; null when it does not work any more. */
  invitation(token: string): Promise<ShownInvitation | null>;
  /** Whether the deployment waits for its first operator. */
  awaitsOperator(): Promise<boolean>;
};

export const createConsoleDoor = (services: Services, api: Api): ConsoleDoor => ({
  api: webHandler(api),
  async session(headers) {
    const visitor = await findVisitor(services, headers);
    return visitor && describeVisitor(visitor, services);
  },
  async caller(headers) {
    const { session, scope } = await requireVisitor(services, headers);
    return createCaller({
      actor: actorOf(session, scope),
      services,
      requestId: newId('request'),
      idempotencyKey: null,
    });
  },
  invitation: (token) => readInvitation(services, token),
  awaitsOperator: async () => (await openSetup(services)) !== null,
});

const shared = globalThis as { proofmailConsoleDoor?: Promise<ConsoleDoor> };

/** Under `npm start` the program put its own door here first; elsewhere the first request opens it. */
export function consoleDoor(): Promise<ConsoleDoor> {
  shared.proofmailConsoleDoor ??= servicesFromEnvironment().then((services) =>
    createConsoleDoor(services, createConsoleApi(services)),
  );
  return shared.proofmailConsoleDoor;
}

export const handleConsoleRequest = async (request: Request): Promise<Response> =>
  (await consoleDoor()).api(request);
