export { type AuditCall, type AuditEntry, recordAudit } from './record.ts';
export { auditRetention } from './retention.ts';
