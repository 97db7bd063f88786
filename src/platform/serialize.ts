import type { z } from 'zod';
import type { DeadLetterRow } from '#jobs/index.ts';
import type { MaintenanceRow } from './repository.ts';
import { type deadLetterSchema, maintenanceName, type maintenanceSchema } from './schema.ts';

export const serializeDeadLetter = (row: DeadLetterRow): z.input<typeof deadLetterSchema> => row;

export const serializeMaintenance = ({
  done,
  total,
  ...row
}: MaintenanceRow): z.input<typeof maintenanceSchema> => ({
  ...row,
  name: maintenanceName.parse(row.name),
  progress: { done, total },
});
