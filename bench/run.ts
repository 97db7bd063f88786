const INTERRUPTED = 130;

/**
 * Runs a bench and stops everything that it started (the product, Postgres, baselines), even if it fails or is interrupted.
 * If the bench itself is killed, its children end too, because each watches the channel to its parent.
 */
export async function runBench(bench: (closers: AsyncDisposableStack) => Promise<void>): Promise<void> {
  const closers = new AsyncDisposableStack();
  const interrupted = Promise.withResolvers<number>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => interrupted.resolve(INTERRUPTED));
  const finished = bench(closers).then(() => 0);
  // Failures that are caused by stopping the servers are not reported.
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
