/** The key of the session in the query cache. */
export const SESSION_KEY = ['session'] as const;
