import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { LoggedCall } from '#kernel/operation/request-log.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** No valid row is larger when unpacked; a larger one is damaged. */
const MAX_BYTES = 16 * 1024 * 1024;

export type Call = Omit<LoggedCall, 'tenant_id'>;

/** The prefix of ids of people. */
const PERSON = 'usr_';

/** The calling key or person, which the log stores in one field. */
export const callerIdOf = ({ key_id, user_id }: Pick<Call, 'key_id' | 'user_id'>): string =>
  key_id ?? user_id ?? '';

/** Stores calls as lists of values, so that field names are not repeated. Compresses outside the event loop. */
export const packCalls = (calls: readonly Call[]): Promise<Buffer> =>
  compress(
    JSON.stringify(
      calls.map((call) => [
        call.request_id,
        call.at,
        callerIdOf(call),
        call.method,
        call.route,
        call.status,
        call.code,
        call.duration_ms,
      ]),
    ),
  );

type Packed = [string, number, string, string, string, number, string | null, number];

export async function unpackCalls(packed: Uint8Array): Promise<Call[]> {
  const text = (await decompress(packed, { maxOutputLength: MAX_BYTES })).toString('utf8');
  return (JSON.parse(text) as Packed[]).map(
    ([request_id, at, caller, method, route, status, code, duration_ms]) => ({
      ...{ request_id, at, method, route, status, code, duration_ms },
      ...(caller.startsWith(PERSON) ? { key_id: null, user_id: caller } : { key_id: caller, user_id: null }),
    }),
  );
}
