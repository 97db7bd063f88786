/** Counts requests in windows of one minute. */
export type RateLimiter = {
  /** Takes one of `perMinute` from the holder's bucket. `resetSeconds`: until the window ends, at least 1. */
  consume(
    bucket: string,
    holder: string,
    perMinute: number,
  ): Promise<{ allowed: boolean; resetSeconds: number }>;
};
