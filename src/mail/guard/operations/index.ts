import { guardLastWeek } from './last-week.ts';

export const consoleOperations = [guardLastWeek] as const;
