/**
 * A start that cannot go on for a reason the operator can mend: a port in use, a directory that another
 * instance holds, a data directory of a newer version. `main.ts` prints `message` alone, without a stack,
 * and exits with code 1, so a message is one line that says what is wrong and what to do.
 */
export class StartError extends Error {
  override name = 'StartError';
}
