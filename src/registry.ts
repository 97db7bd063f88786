import { describeOwnKey } from '#api-keys/index.ts';
import type { AnyOperation } from '#kernel/operation.ts';

/** Every operation of the product. What stands here is served over REST and tRPC, documented and tested for access. */
export const operations: readonly AnyOperation[] = [describeOwnKey];
