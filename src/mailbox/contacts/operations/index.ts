import { listContactsOperation } from './list.ts';

export const operations = [listContactsOperation] as const;
