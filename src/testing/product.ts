import type { Clock } from '#kernel/base/clock.ts';
import { startSmtpListener } from '#mail/inbound/index.ts';
import { startWorker } from '#server/worker.ts';
import { openTestApi, type TestApi } from './api.ts';

export type TestProduct = TestApi & {
  smtpPort: number;
  /** Stops the worker as at the end of a process. */
  stopWorker(): Promise<void>;
  /** Repeats the call until the result satisfies the condition. @returns the result @throws Error after 90 seconds */
  eventually<T>(look: () => Promise<T>, satisfied: (answer: T) => boolean): Promise<T>;
};

/** The whole product in this process: API, SMTP listener and worker with a separate database. */
export async function openTestProduct(env: Record<string, string> = {}, clock?: Clock): Promise<TestProduct> {
  const api = await openTestApi({ PM_SMTP_PORT: '0', ...env }, clock);
  const smtp = await startSmtpListener(api.services);
  const worker = await startWorker(api.services);
  return {
    ...api,
    smtpPort: smtp.port,
    eventually,
    stopWorker: () => worker.close(),
    close: async () => {
      await smtp.close();
      await worker.close();
      await api.close();
    },
  };
}

/** Long, because a busy machine is slow, and because only failing tests wait for it. */
const PATIENCE = 90_000;

export async function eventually<T>(look: () => Promise<T>, satisfied: (answer: T) => boolean): Promise<T> {
  const end = performance.now() + PATIENCE;
  // The interval grows, because each try may be a request, and a key has only 600 of them per minute.
  for (let wait = 20; ; wait = Math.min(wait * 1.1, 250)) {
    const answer = await look();
    if (satisfied(answer)) return answer;
    if (performance.now() > end) throw new Error(`It did not happen. Last seen: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
