import { Inngest } from 'inngest';
import { clientOptions } from '#jobs/inngest.ts';
import type { Services } from '#kernel/operation/services.ts';

/** The connection to Inngest, configured by INNGEST_*. */
export const createClient = (services: Services): Inngest => new Inngest(clientOptions(services));
