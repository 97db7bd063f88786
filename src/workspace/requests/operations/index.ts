import { listRequests } from './list.ts';

export const operations = [listRequests] as const;
