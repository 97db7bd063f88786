import { createTransport } from 'nodemailer';

// The minimum cost of handing over mail: only nodemailer's pooled transport. Args: the sink's port.
const [port] = process.argv.slice(2);
const pool = createTransport({
  pool: true,
  maxConnections: 5,
  port: Number(port),
  host: '127.0.0.1',
  ignoreTLS: true,
});

/** Sends this many messages at once, each composed by nodemailer. @returns the seconds */
async function send(count: number): Promise<number> {
  const begin = performance.now();
  const each = (_: unknown, index: number) =>
    pool.sendMail({
      from: 'bench@outside.example',
      to: `someone${index}@outside.example`,
      subject: `Bare ${index}`,
      text: 'It is on its way. '.repeat(50),
    });
  await Promise.all(Array.from({ length: count }, each));
  return (performance.now() - begin) / 1000;
}

process.on('message', async ({ count }: { count: number }) => process.send!(await send(count)));
process.on('disconnect', () => process.exit(0));
// Tells the parent that this process is ready.
process.send!(0);
