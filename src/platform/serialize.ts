import { z } from 'zod';
import { type DeadLetterRow, deadLetterStatuses, maintenanceNames } from '#jobs/index.ts';
import { timestamp } from '#kernel/operation/schema.ts';
import { type MaintenanceRow, maintenanceStatuses } from './repository.ts';

/** A dead-letter item (decisions.md section 3). */
export const deadLetterSchema = z
  .object({
    id: z.string(),
    queue: z
      .string()
      .meta({ description: 'The part of the program that the job belongs to.', examples: ['sending'] }),
    tenant_id: z.string().nullable().meta({ description: 'Whose work it was, where the job says so.' }),
    job: z.string().meta({ examples: ['sending.submit'] }),
    error: z.string().meta({ description: 'What its last try failed with.' }),
    attempts: z.int().min(1),
    status: z.enum(deadLetterStatuses),
    first_failed_at: timestamp,
    last_failed_at: timestamp,
    redriven_at: timestamp.nullable(),
  })
  .meta({ id: 'DeadLetter', description: 'A job that used up its tries.' });

export const toDeadLetter = (row: DeadLetterRow): z.input<typeof deadLetterSchema> => row;

export const maintenanceName = z.enum(maintenanceNames);

/** A maintenance job (decisions.md section 3). */
export const maintenanceSchema = z
  .object({
    id: z.string(),
    name: maintenanceName,
    status: z.enum(maintenanceStatuses),
    progress: z
      .object({ done: z.int().min(0), total: z.int().min(0) })
      .meta({ description: 'Both 0 until it is known how much there is to do.' }),
    error: z.string().nullable(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable().meta({ description: 'When it ended, completed or failed.' }),
  })
  .meta({ id: 'Job', description: 'Maintenance of the whole deployment.' });

export const toMaintenance = ({
  done,
  total,
  ...row
}: MaintenanceRow): z.input<typeof maintenanceSchema> => ({
  ...row,
  name: maintenanceName.parse(row.name),
  progress: { done, total },
});
