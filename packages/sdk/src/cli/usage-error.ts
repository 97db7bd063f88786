/** The command was used in a wrong way. */
export class UsageError extends Error {}
