import { createConsoleApi } from '#api/console/api.ts';
import { describeVisitor, type SessionInfo } from '#api/console/describe.ts';
import { findVisitor } from '#api/console/visitor.ts';
import type { Api } from '#api/rest/exchange.ts';
import { type ApiHandler, webHandler } from '#api/rest/web.ts';
import { createCaller } from '#api/trpc/router.ts';
import { newId } from '#kernel/catalogue/ids.ts';
import type { Services } from '#kernel/operation/services.ts';
import { servicesFromEnvironment } from '#server/next.ts';
import { readInvitation, type ShownInvitation } from '#workspace/members/index.ts';
import { actorOf, openSetup } from '#workspace/sign-in/index.ts';

type RequestHeaders = { header(name: string): string | null };

export type Visit = {
  session: SessionInfo;
  /**
   * The operations on behalf of this person, for the first render of a page. @throws AppError if they may do nothing
   */
  caller(): ReturnType<typeof createCaller>;
};

/** The functions that pages use on the server. */
export type ConsoleDoor = {
  api: ApiHandler;
  /** Who is signed in, or null. */
  visit(headers: RequestHeaders): Promise<Visit | null>;
  /** The invitation behind a link; null if the link no longer works. */
  invitation(token: string): Promise<ShownInvitation | null>;
  /** Whether the deployment waits for its first operator. */
  awaitsOperator(): Promise<boolean>;
};

export const createConsoleDoor = (services: Services, api: Api): ConsoleDoor => ({
  api: webHandler(api),
  async visit(headers) {
    const visitor = await findVisitor(services, headers);
    return (
      visitor && {
        session: describeVisitor(visitor, services),
        caller: () =>
          createCaller({
            actor: actorOf(visitor.session, visitor.scope),
            services,
            requestId: newId('request'),
            idempotencyKey: null,
          }),
      }
    );
  },
  invitation: (token) => readInvitation(services, token),
  awaitsOperator: async () => (await openSetup(services)) !== null,
});

const shared = globalThis as { proofmailConsoleDoor?: Promise<ConsoleDoor> };

/** Under `npm start`, the program has already stored its own door here. Elsewhere the first request opens it. */
export function consoleDoor(): Promise<ConsoleDoor> {
  shared.proofmailConsoleDoor ??= servicesFromEnvironment().then((services) =>
    createConsoleDoor(services, createConsoleApi(services)),
  );
  return shared.proofmailConsoleDoor;
}

export const handleConsoleRequest = async (request: Request): Promise<Response> =>
  (await consoleDoor()).api(request);
