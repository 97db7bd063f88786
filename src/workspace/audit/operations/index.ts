import { listAuditEvents } from './list.ts';
import { nameAuditActors } from './name-actors.ts';

export const operations = [listAuditEvents] as const;
export const consoleOperations = [nameAuditActors] as const;
