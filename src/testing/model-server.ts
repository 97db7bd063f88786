import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ModelRequest = {
  path: string;
  authorization: string | undefined;
  body: { model: string; messages: { role: string; content: string }[]; response_format?: unknown };
};

/** The response of the server: the content, or a status without content. */
export type ModelReply = { content: string } | { status: number };

export type ModelServer = {
  url: string;
  requests: ModelRequest[];
  /** Called for every request; the number is the count of earlier requests. */
  answer: (request: ModelRequest, before: number) => ModelReply;
  close(): Promise<void>;
};

/** A small OpenAI-compatible chat API on loopback. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer((incoming, response) => {
    void readBody(incoming).then((body) => {
      const request = { path: incoming.url!, authorization: incoming.headers.authorization, body };
      const reply = model.answer(request, requests.length);
      requests.push(request);
      response.setHeader('content-type', 'application/json');
      if ('status' in reply) {
        response.statusCode = reply.status;
        response.end(JSON.stringify({ error: { message: 'no', type: 'server_error' } }));
        return;
      }
      const choice = {
        index: 0,
        message: { role: 'assistant', content: reply.content },
        finish_reason: 'stop',
      };
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      response.end(
        JSON.stringify({
          id: 'c1',
          object: 'chat.completion',
          created: 1,
          model: 'm',
          choices: [choice],
          usage,
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const model: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answer: () => ({ status: 500 }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return model;
}

async function readBody(incoming: IncomingMessage): Promise<ModelRequest['body']> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as ModelRequest['body'];
}
