/** The command was used incorrectly. */
export class UsageError extends Error {}
