import { parentPort, workerData } from 'node:worker_threads';
import { authenticateMessage, trustedAuthentication } from './authenticate-message.ts';
import { createDnsClient } from './dns-client.ts';
import { inspectAttachments } from './inspect-attachments.ts';
import { parseMessage } from './parse-message.ts';
import { readContent } from './read-content.ts';
import type { Authentication, ProcessedMessage } from './types.ts';
import { unverifiedAuthentication } from './unprocessed.ts';
import { serveJobs, type WorkerData, type WorkerRequest } from './worker-loop.ts';

// Entry of a parse thread; parse-pool.ts starts it. Importing it outside a worker thread does nothing.
if (parentPort) {
  const data = workerData as WorkerData;
  const resolver = createDnsClient({ servers: data.dnsServers, cacheMs: data.dnsCacheMs });

  const authenticate = async ({ job, headersOnly }: WorkerRequest): Promise<Authentication> => {
    if (job.trusted) return trustedAuthentication(job.raw);
    if (headersOnly) return unverifiedAuthentication('message could not be processed in time');
    return authenticateMessage(job.raw, { ...job, resolver });
  };

  serveJobs(parentPort, data, async (request): Promise<ProcessedMessage> => {
    // Look-ups go out first and are answered while the message is parsed.
    const authenticating = authenticate(request);
    const { raw, envelopeFrom } = request.job;
    const parsed = parseMessage(raw, { envelopeFrom, headersOnly: request.headersOnly });
    const inspections = await inspectAttachments(parsed.attachments);
    const reading = readContent(parsed, inspections);
    const authentication = await authenticating;
    return { parsed: { ...parsed, sentHtml: null }, inspections, reading, authentication };
  });
}
