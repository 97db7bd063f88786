const INTERRUPTED = 130;

/**
 * Runs a bench and stops what it started (the product, Postgres, baselines), also when it fails or is interrupted.
 * Should the bench itself be killed, its children end by themselves: each watches the channel to its parent.
 */
export async function runBench(bench: (closers: AsyncDisposableStack) => Promise<void>): Promise<void> {
  const closers = new AsyncDisposableStack();
  const interrupted = Promise.withResolvers<number>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interrupted.resolve(INTERRUPTED));
  const finished = bench(closers).then(() => 0);
  // What fails because its servers are being stopped is not worth telling.
  finished.catch(() => {});
  try {
    process.exitCode = await Promise.race([finished, interrupted.promise]);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  await closers.disposeAsync();
  process.exit();
}
