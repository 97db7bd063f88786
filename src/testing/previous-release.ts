import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The release before this one while there is no tag; set by whoever begins a release. */
const PINNED = '4387c857526c8fc50b5aa742aa20c789e4013c90';

const root = resolve(import.meta.dirname, '../..');

export type PreviousRelease = {
  /** Its files, with the packages and the console of this one; null where they are missing. */
  tree: string | null;
  /** Why they are, in one sentence. */
  missing: string | null;
  remove(): void;
};

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

const lastTag = (): string | null => {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  } catch {
    return null;
  }
};

/**
 * Lays the release before this one out in a folder of its own: that of the last tag, else a pinned commit, or what
 * PM_PREVIOUS_RELEASE names. A clone without history does not have it.
 */
export function previousRelease(): PreviousRelease {
  const commit = process.env.PM_PREVIOUS_RELEASE ?? lastTag() ?? PINNED;
  const none = { tree: null, remove: () => undefined };
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
  } catch {
    return { ...none, missing: `This clone does not have the release before, ${commit}.` };
  }
  const tree = mkdtempSync(join(tmpdir(), 'proofmail-previous-'));
  const archive = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: root,
    maxBuffer: 1024 * 1024 * 1024,
  });
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  for (const shared of ['node_modules', '.next']) symlinkSync(join(root, shared), join(tree, shared));
  return { tree, missing: null, remove: () => rmSync(tree, { recursive: true, force: true }) };
}
