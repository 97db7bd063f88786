export { type AuditCall, type AuditEntry, recordAudit } from './record.ts';
