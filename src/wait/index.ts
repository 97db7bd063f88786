import type { Services } from '#kernel/services.ts';
import { waitForMessage } from './operations/wait.ts';
import { waitingRoomOf } from './waiting-room.ts';

/** Lets everybody who waits in this process go, because it stops. */
export const endWaits = (services: Services): void => waitingRoomOf(services).close();

/** How many wait in this process. */
export const countWaits = (services: Services): number => waitingRoomOf(services).size;

export const operations = [waitForMessage] as const;
