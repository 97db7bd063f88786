import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SinkRequest = { method: string; path: string; headers: Record<string, string>; body: string };
/** The response: status and JSON or text. `drop` closes the connection instead, `stall` never responds. */
export type SinkAnswer = { status: number; body?: unknown } | 'drop' | 'stall';

export type HttpSink = {
  url: string;
  requests: SinkRequest[];
  /** The responses to the next requests. */
  answer: (request: SinkRequest) => SinkAnswer | Promise<SinkAnswer>;
  close(): Promise<void>;
};

/**
 * An HTTP server on loopback that stands in for the API of a provider. It keeps every request and sends the given
 * responses.
 */
export async function startHttpSink(answer: HttpSink['answer']): Promise<HttpSink> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const kept = {
      method: request.method!,
      path: request.url!,
      headers: request.headers as Record<string, string>,
      body,
    };
    sink.requests.push(kept);
    const said = await sink.answer(kept);
    if (said === 'stall') return;
    if (said === 'drop') {
      request.socket.destroy();
      return;
    }
    const text = typeof said.body === 'string' ? said.body : JSON.stringify(said.body ?? {});
    response.writeHead(said.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const sink: HttpSink = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    answer,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return sink;
}
