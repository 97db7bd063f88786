import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { StripeAccount } from './stripe/account.ts';
import { readForm } from './stripe/form.ts';
import { newStripeId } from './stripe/objects.ts';
import { checkoutPage, portalPage } from './stripe/pages.ts';
import { answer, StripeRefusal } from './stripe/requests.ts';

// Stripe on loopback: the part of its API that we use, according to its published description (docs.stripe.com/api, version
// 2026-10-28; the objects have the types of its official library). It renews, charges, prorates and retries as with a test
// clock (docs.stripe.com/billing/testing/test-clocks), signs its webhooks like the real one, and has the two pages on which
// people pay.

const API_VERSION = '2026-10-28.endive';

export type StripeServer = {
  url: string;
  secretKey: string;
  webhookSecret: string;
  account: StripeAccount;
  /** Path and body of every call of the API. */
  calls: { method: string; path: string; body: string }[];
  /** The body that Stripe posts for an event, and the header with its signature at a certain time. */
  signed(event: object, at?: Date): { body: string; signature: string };
  /** Makes the next calls fail with this status; 0 closes the connection; null restores normal operation. */
  fail(status: number | null): void;
  /** Posts events to this address as they happen, and repeats each until it is accepted. */
  postTo(address: string | null): void;
  close(): Promise<void>;
};

/** `now` is the account's own time until `account.advanceTo` moves it. */
export async function startStripeServer(now: Date): Promise<StripeServer> {
  const secretKey = `sk_test_${newStripeId('k').slice(2)}`;
  const webhookSecret = `whsec_${newStripeId('w').slice(2)}`;
  const calls: StripeServer['calls'] = [];
  const remembered = new Map<string, { asked: string; status: number; body: string }>();
  let failing: number | null = null;
  let address: string | null = null;
  const poster = new Poster(
    (event) => server.signed(event),
    () => address,
  );

  const listener = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { pathname } = new URL(request.url!, 'http://stripe');
    if (!pathname.startsWith('/v1/')) return page(server.account, request, response, body);
    calls.push({ method: request.method!, path: request.url!, body });
    if (failing === 0) return request.socket.destroy();
    const { status, body: said } = respond(request, body);
    response
      .writeHead(status, { 'content-type': 'application/json', 'request-id': newStripeId('req') })
      .end(said);
  });

  function respond(request: IncomingMessage, body: string): { status: number; body: string } {
    if (failing !== null)
      return refused(failing, { type: 'api_error', message: 'An error occurred with our connection.' });
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return refused(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' });
    if (request.headers['stripe-version'] !== API_VERSION)
      return refused(400, { type: 'invalid_request_error', message: 'Invalid Stripe API version.' });
    const key = request.headers['idempotency-key'];
    const asked = `${request.method} ${request.url} ${body}`;
    const before = typeof key === 'string' ? remembered.get(key) : undefined;
    if (before && before.asked !== asked)
      return refused(400, {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
    if (before) return before;
    const said = run(request, body);
    if (typeof key === 'string' && request.method === 'POST') remembered.set(key, { asked, ...said });
    return said;
  }

  function run(request: IncomingMessage, body: string): { status: number; body: string } {
    const url = new URL(request.url!, 'http://stripe');
    const form = readForm(request.method === 'GET' ? url.search.slice(1) : body);
    try {
      return {
        status: 200,
        body: JSON.stringify(answer(server.account, request.method!, url.pathname, form)),
      };
    } catch (error) {
      if (error instanceof StripeRefusal) return refused(error.status, error.error);
      throw error;
    }
  }

  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const seconds = Math.floor(now.getTime() / 1000);
  const server: StripeServer = {
    url,
    secretKey,
    webhookSecret,
    calls,
    account: new StripeAccount(
      API_VERSION,
      () => url,
      seconds,
      (event) => poster.add(event),
    ),
    signed(event, at = new Date(server.account.now * 1000)) {
      const body = JSON.stringify(event, null, 2);
      const timestamp = Math.floor(at.getTime() / 1000);
      const signature = new Stripe(secretKey).webhooks.generateTestHeaderString({
        payload: body,
        secret: webhookSecret,
        timestamp,
      });
      return { body, signature };
    },
    fail: (status) => {
      failing = status;
    },
    postTo: (to) => {
      address = to;
    },
    close: async () => {
      address = null;
      await poster.settled();
      await new Promise<void>((done) => {
        listener.close(() => done());
        listener.closeAllConnections();
      });
    },
  };
  return server;
}

const refused = (status: number, error: object) => ({ status, body: JSON.stringify({ error }) });

/** Posts events one after the other and repeats each until it is accepted, as Stripe does for three days. */
class Poster {
  #last: Promise<void> = Promise.resolve();

  readonly sign: (event: object) => { body: string; signature: string };
  readonly address: () => string | null;

  constructor(sign: Poster['sign'], address: Poster['address']) {
    this.sign = sign;
    this.address = address;
  }

  add(event: object): void {
    if (this.address() === null) return;
    this.#last = this.#last.then(() => this.#post(event));
  }

  settled = (): Promise<void> => this.#last;

  async #post(event: object): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      const to = this.address();
      if (to === null) return;
      const { body, signature } = this.sign(event);
      const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
      const taken = await fetch(to, { method: 'POST', body, headers }).catch(() => null);
      await taken?.body?.cancel();
      if (taken?.ok) return;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

/** The pages on which people pay, as plain forms with the person's choices. */
function page(
  account: StripeAccount,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): void {
  const [, kind, id = ''] = /^\/(pay|portal)\/(\w+)$/.exec(request.url!) ?? [];
  const form = request.method === 'POST' ? readForm(body) : null;
  const shown = kind === 'pay' ? checkoutPage(account, id, form) : portalPage(account, id, form);
  if (shown === null) response.writeHead(404).end('There is no such page.');
  else if ('location' in shown) response.writeHead(303, { location: shown.location }).end();
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(shown.html);
}
