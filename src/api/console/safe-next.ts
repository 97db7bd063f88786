/** Where to go after signing in: a page of the console, and nowhere else. */
export const safeNext = (next: string | undefined): string =>
  next && next.length <= 1_000 && /^\/console(\/|\?|$)/.test(next) && !/[\\\p{Cc}]/u.test(next)
    ? next
    : '/console';
