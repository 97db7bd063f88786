import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

// biome-ignore lint/suspicious/noExplicitAny: tests read events as a client would
export type ReceivedEvent = Record<string, any>;
export type Received = { path: string; headers: Record<string, string>; body: string; event: ReceivedEvent };
type Answerer = (received: Received, response: ServerResponse, request: IncomingMessage) => void;

export type WebhookReceiver = {
  url: string;
  received: Received[];
  /** Sets how it responds from now on. At first, it responds with 200. */
  answer(answerer: Answerer): void;
  close(): Promise<void>;
};

const ok: Answerer = (_, response) => void response.writeHead(200).end();

/** A customer's server on loopback that keeps all requests. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let answerer = ok;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const headers = request.headers as Record<string, string>;
    const entry = { path: request.url ?? '', headers, body, event: JSON.parse(body) };
    received.push(entry);
    answerer(entry, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (next) => {
      answerer = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
