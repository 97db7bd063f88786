import { guardLastWeek } from './read-last-week.ts';

export const consoleOperations = [guardLastWeek] as const;
