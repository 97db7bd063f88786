import { operations as keyOperations } from '#api-keys/index.ts';
import type { AnyOperation } from '#kernel/operation.ts';

// One line per room. Rooms export their operations without a type annotation, so that tRPC keeps their types.
const registered = [...keyOperations];

/** The operations with their own types, for what is typed by the name of an operation. */
export type RegisteredOperation = (typeof registered)[number];

/** Every operation of the product. What stands here is served over REST and tRPC, documented and tested for access. */
export const operations: readonly AnyOperation[] = registered;
