/** What TypeScript needs to know of prepare.mjs. */
export const programArgs: string[];
export const programEnvironment: Record<string, string>;
/** Builds the console where its sources changed since the last time. */
export function ensureConsole(): Promise<void>;
