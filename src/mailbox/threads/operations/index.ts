import { countOfTenant } from './count-of-tenant.ts';
import { listThreadsOperation } from './list.ts';
import { listThreadsOfTenant } from './list-of-tenant.ts';
import { readThread } from './read.ts';
import { updateThread } from './update.ts';
import { updateMessage } from './update-message.ts';

export const operations = [
  listThreadsOperation,
  listThreadsOfTenant,
  countOfTenant,
  readThread,
  updateThread,
  updateMessage,
] as const;
