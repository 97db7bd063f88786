import { getThread } from './get.ts';
import { listThreadsOperation } from './list.ts';
import { updateThread } from './update.ts';
import { updateMessage } from './update-message.ts';

export const operations = [listThreadsOperation, getThread, updateThread, updateMessage] as const;
