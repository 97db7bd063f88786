import type { Services } from '#kernel/operation/services.ts';
import { waitingRoomOf } from './waiting-room.ts';

export { eraser } from './erasure.ts';
export { verificationEvents } from './events.ts';
export { recordWait, type WaitedPair, waitedSince } from './waited-repository.ts';

/** Ends all waits of this process when it stops. */
export const endWaits = (services: Services): void => waitingRoomOf(services).close();

/** The number of waits in this process. */
export const countWaits = (services: Services): number => waitingRoomOf(services).size;
