import { createKey } from './create.ts';
import { listApiKeys } from './list.ts';
import { readKey } from './read.ts';
import { describeOwnKey } from './read-own.ts';
import { revokeKey } from './revoke.ts';
import { rotateKey } from './rotate.ts';

export const operations = [describeOwnKey, createKey, listApiKeys, readKey, revokeKey, rotateKey] as const;
