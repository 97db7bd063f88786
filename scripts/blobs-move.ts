import { parseArgs } from 'node:util';
import { moveBlobs } from '#adapters/blob-storage/move.ts';
import { openPlaces } from '#adapters/blob-storage/open.ts';
import { ConfigError, loadConfig } from '#kernel/base/config.ts';

// `npm run blobs:move -- --to s3` or `--to files`: moves the large blobs between the data directory and the bucket, with the
// environment of the program, while it runs. `--keep` copies. docs/operations.md says when.

const usage = 'Run: npm run blobs:move -- --to s3|files [--keep]';

try {
  const { values } = parseArgs({ options: { to: { type: 'string' }, keep: { type: 'boolean' } } });
  if (values.to !== 's3' && values.to !== 'files') throw new ConfigError([usage]);
  const config = loadConfig(process.env);
  const { files, s3 } = openPlaces(config);
  if (!s3) throw new ConfigError(['S3_BUCKET must name the bucket.']);
  if (config.blobs !== values.to)
    throw new ConfigError([
      `New blobs still go to ${config.blobs}. Set PM_BLOBS=${values.to} for all processes, restart them, then move.`,
    ]);
  const [from, to] = values.to === 's3' ? [files, s3] : [s3, files];
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const { moved, bytes, there, gone } = await moveBlobs(from, to, {
    keep: values.keep ?? false,
    signal: stop.signal,
  });
  s3.close?.();
  const rest = stop.signal.aborted ? ' It was stopped: run it again for the rest.' : '';
  console.log(
    `blobs:move: ${moved} moved (${Math.ceil(bytes / 1024 ** 2)} MB), ${there} were already there, ${gone} no longer exist.${rest}`,
  );
} catch (error) {
  console.error(`blobs:move: ${error instanceof ConfigError ? error.lines.join('\n') : error}`);
  process.exitCode = 1;
}
