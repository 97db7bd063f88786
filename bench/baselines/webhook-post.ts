import { Webhook } from 'standardwebhooks';
import { Agent } from 'undici';

// The minimum cost of delivering events: sign a body, post it, wait for the response. A number at a time to each
// endpoint, over connections that stay open.
const agent = new Agent({ pipelining: 1 });
const signer = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');

async function post(origin: string, path: string, id: string, body: string): Promise<void> {
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signer.sign(id, now, body),
  };
  const answer = await agent.request({ origin, path, method: 'POST', headers, body });
  await answer.body.dump();
}

type Work = { origin: string; paths: string[]; bodies: string[]; connections: number };

async function run({ origin, paths, bodies, connections }: Work): Promise<number> {
  const begin = performance.now();
  const toOne = async (path: string): Promise<void> => {
    let next = 0;
    const worker = async () => {
      for (let at = next++; at < bodies.length; at = next++)
        await post(origin, path, `evt_${at}`, bodies[at]!);
    };
    await Promise.all(Array.from({ length: connections }, worker));
  };
  await Promise.all(paths.map(toOne));
  return (performance.now() - begin) / 1000;
}

process.on('message', (work: Work) => void run(work).then((seconds) => process.send!(seconds)));
process.on('disconnect', () => process.exit(0));
process.send!(0);
