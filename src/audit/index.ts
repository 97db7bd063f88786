import { listAuditEvents } from './operations/list.ts';

export { type AuditCall, type AuditEntry, recordAudit } from './record.ts';

export const operations = [listAuditEvents] as const;
