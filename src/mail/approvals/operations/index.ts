import { approveSend } from './approve.ts';
import { decideBatch } from './decide-batch.ts';
import { listApprovalsOperation } from './list.ts';
import { readApproval } from './read.ts';
import { approvalsLastWeek } from './read-last-week.ts';
import { rejectSend } from './reject.ts';

export const operations = [
  listApprovalsOperation,
  decideBatch,
  readApproval,
  approveSend,
  rejectSend,
] as const;

export const consoleOperations = [approvalsLastWeek] as const;
