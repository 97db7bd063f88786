import { listAuditEvents } from './operations/list.ts';
import { nameAuditActors } from './operations/name-actors.ts';

export { type AuditCall, type AuditEntry, recordAudit } from './record.ts';

export const operations = [listAuditEvents] as const;
export const consoleOperations = [nameAuditActors] as const;
