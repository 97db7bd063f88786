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
  process.exitCode = await Promise.race([outcome(bench(closers)), interrupted.promise]);
  await closers.disposeAsync();
  process.exit();
}

const outcome = (running: Promise<void>): Promise<number> =>
  running.then(
    () => 0,
    (error: unknown) => {
      console.error(error);
      return 1;
    },
  );
