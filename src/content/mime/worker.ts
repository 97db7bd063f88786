import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { prepareReader } from '#content/reading/index.ts';
import { giveBackWhenIdle } from '#kernel/threads/idle-memory.ts';
import { authenticateMessage, trustedAuthentication } from './authenticate-message.ts';
import { createDnsClient } from './dns-client.ts';
import { inspectAttachments } from './inspect-attachments.ts';
import { parseMessage } from './parse-message.ts';
import { readContent } from './read-content.ts';
import { toStorable } from './storable.ts';
import type { Authentication, ProcessedMessage } from './types.ts';
import { emptyMessage, unverifiedAuthentication } from './unprocessed.ts';
import { serveJobs, type WorkerData, type WorkerRequest } from './worker-loop.ts';

/** Milliseconds that this thread has had a processor: on a busy machine, waiting for one says nothing about a message. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

// Entry of a parse thread; parse-pool.ts starts it. Importing it outside a worker thread does nothing.
if (parentPort) {
  giveBackWhenIdle();
  const data = workerData as WorkerData;
  const resolver = createDnsClient({ servers: data.dnsServers, cacheMs: data.dnsCacheMs });

  const authenticate = async ({ job, headersOnly }: WorkerRequest): Promise<Authentication> => {
    if (job.trusted) return trustedAuthentication(job.raw);
    if (headersOnly) return unverifiedAuthentication('message could not be processed in time');
    return authenticateMessage(job.raw, {
      ...job,
      resolver,
      ...(job.lookupMs !== undefined && { deadlineMs: job.lookupMs }),
    });
  };

  serveJobs(parentPort, data, async (request): Promise<ProcessedMessage> => {
    // Look-ups go out first and are answered while the message is parsed.
    const authenticating = authenticate(request);
    const { raw, envelopeFrom, onlyAuthentication } = request.job;
    if (onlyAuthentication) {
      const unread = { parsed: emptyMessage([]), inspections: [], reading: null, readMs: 0 };
      return toStorable({ ...unread, authentication: await authenticating });
    }
    prepareReader();
    const begun = processorMs();
    const parsed = parseMessage(raw, { envelopeFrom, headersOnly: request.headersOnly });
    const inspections = await inspectAttachments(parsed.attachments);
    const parseMs = processorMs() - begun;
    // Reading takes the longest, and what the first answers of DNS make us ask need not wait for its end.
    await nextTurn();
    const readFrom = processorMs();
    const reading = readContent(parsed, inspections);
    const readMs = parseMs + processorMs() - readFrom;
    const authentication = await authenticating;
    return toStorable({
      parsed: { ...parsed, sentHtml: null, verification: reading?.verification ?? null },
      inspections,
      reading,
      readMs,
      authentication,
    });
  });
}
