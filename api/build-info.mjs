import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What System Health shows of a bundle: the version of the project, and the commit, as the pipeline names it or git knows it.
 * Null where neither does.
 * @param {string} rootDir
 */
export function buildInfo(rootDir) {
  const { version } = JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8'));
  const git = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: rootDir, encoding: 'utf8' });
  const known = git.status === 0 ? git.stdout.trim() : null;
  return { version, commit: process.env.GITHUB_SHA ?? known };
}
