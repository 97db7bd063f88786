import { countOfTenant } from './count-of-tenant.ts';
import { getThread } from './get.ts';
import { listThreadsOperation } from './list.ts';
import { listThreadsOfTenant } from './list-of-tenant.ts';
import { updateThread } from './update.ts';
import { updateMessage } from './update-message.ts';

export const operations = [
  listThreadsOperation,
  listThreadsOfTenant,
  countOfTenant,
  getThread,
  updateThread,
  updateMessage,
] as const;
