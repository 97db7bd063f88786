import { listReports } from './list.ts';

export const operations = [listReports] as const;
