/** What TypeScript needs to know of prepare.mjs. */
export const programArgs: string[];
