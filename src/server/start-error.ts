/**
 * The start failed for a reason that the operator can fix: a port in use, a directory of another instance, a data
 * directory of a newer version. `main.ts` prints only `message` and exits with code 1, so the message is one line that
 * says what is wrong and how to fix it.
 */
export class StartError extends Error {
  override name = 'StartError';
}
