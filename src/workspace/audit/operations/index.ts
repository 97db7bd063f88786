import { exportAuditEvents } from './export.ts';
import { listAuditEvents } from './list.ts';
import { nameAuditActors } from './name-actors.ts';
import { verifyAuditEvents } from './verify.ts';

export const operations = [listAuditEvents, exportAuditEvents, verifyAuditEvents] as const;
export const consoleOperations = [nameAuditActors] as const;
