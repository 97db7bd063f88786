import { storeAgainJob } from './failed-mail.ts';

export const jobs = [storeAgainJob];
