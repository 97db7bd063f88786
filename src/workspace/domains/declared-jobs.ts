import { z } from 'zod';
import { declareJob } from '#jobs/index.ts';

/** The traces of a removed domain at other services: its records at the DNS provider and its identity at SES. */
export const traces = z.object({
  domain: z.string(),
  at_provider: z.boolean(),
  edge: z
    .object({
      edge_zone_id: z.string(),
      is_own_zone: z.boolean(),
      records: z.array(
        z.object({ name: z.string(), type: z.enum(['TXT', 'MX', 'CNAME']), value: z.string() }),
      ),
    })
    .nullable(),
});
export type Traces = z.output<typeof traces>;

/** Removes them. A removal enqueues it in its transaction. */
export const clearTraces = declareJob({ name: 'domains.clear_traces', payload: traces, tries: 10 });
