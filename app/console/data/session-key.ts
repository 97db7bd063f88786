/** The session in the cache of queries. */
export const SESSION_KEY = ['session'] as const;
