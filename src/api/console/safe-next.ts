/** Where to go after signing in: a page of the console or of the documents, and nowhere else. */
export const safeNext = (next: string | undefined): string =>
  next && next.length <= 1_000 && /^\/(console|docs)([/?#]|$)/.test(next) && !/[\\\p{Cc}]/u.test(next)
    ? next
    : '/console';
