import { rollUpHourly } from './roll-up.ts';

export const jobs = [rollUpHourly] as const;
