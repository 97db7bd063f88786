import { z } from 'zod';
import { deadLetterStatuses, maintenanceNames } from '#jobs/index.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import { maintenanceStatuses } from './repository.ts';

/** A dead-letter item (decisions.md section 3). */
export const deadLetterSchema = z
  .object({
    id: z.string(),
    queue: z
      .string()
      .meta({ description: 'The part of the program to which the job belongs.', examples: ['sending'] }),
    tenant_id: z.string().nullable().meta({ description: 'The tenant of the job, if it has one.' }),
    job: z.string().meta({ examples: ['sending.submit'] }),
    error: z.string().meta({ description: 'The error of the last attempt.' }),
    attempts: z.int().min(1),
    status: z.enum(deadLetterStatuses),
    first_failed_at: timestamp,
    last_failed_at: timestamp,
    redriven_at: timestamp.nullable(),
  })
  .meta({ id: 'DeadLetter', description: 'A job that failed on its last attempt.' });

export const maintenanceName = z.enum(maintenanceNames);

/** A maintenance job (decisions.md section 3). */
export const maintenanceSchema = z
  .object({
    id: z.string(),
    name: maintenanceName,
    status: z.enum(maintenanceStatuses),
    progress: z
      .object({ done: z.int().min(0), total: z.int().min(0) })
      .meta({ description: 'Both numbers are 0 until the amount of work is known.' }),
    error: z.string().nullable(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable().meta({ description: 'When the job completed or failed.' }),
  })
  .meta({ id: 'Job', description: 'A maintenance job of the whole deployment.' });
