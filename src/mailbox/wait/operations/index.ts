import { waitForMessage } from './wait.ts';

export const operations = [waitForMessage] as const;
