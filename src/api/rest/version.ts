import { execFileSync } from 'node:child_process';

/** The service's version (spec 9). */
export const version = '1.0.0';

/** The commit of this build: from the build's environment, from git, or `unknown`. */
export const commit = process.env.GIT_COMMIT || fromGit();

function fromGit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return 'unknown';
  }
}
