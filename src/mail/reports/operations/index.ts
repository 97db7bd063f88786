import { listReports } from './list.ts';
import { summarizeReports } from './summarize.ts';

export const operations = [listReports, summarizeReports] as const;
