import type { Inngest } from 'inngest';
import { jobs } from '#api/job-registry.ts';
import { functionOf, startForwarding } from '#jobs/inngest.ts';
import type { Services } from '#kernel/operation/services.ts';
import { createClient } from './client.ts';

/** Every job of the product as an Inngest function, with its schedule. */
export const createFunctions = (client: Inngest, services: Services) =>
  jobs.map((job) => functionOf(client, services, job));

/** The worker's part, which passes enqueued jobs on to Inngest. */
export const startInngestWorker = (services: Services) =>
  startForwarding(services, jobs, createClient(services));
