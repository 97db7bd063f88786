import { triageMessages } from './jobs.ts';
import { rerunTriage } from './operations/rerun.ts';

export { triagedEvents } from './events.ts';
export { countTriaged, lockAllowance, requestTriage, triageAgain, triageAtFirst } from './request.ts';

export const operations = [rerunTriage];
export const jobs = [triageMessages];
