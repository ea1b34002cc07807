import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder in which a user's programs keep what they can fetch again: `npm ci` leaves it alone, and worktrees share it. */
export function cacheFolder(environment: NodeJS.ProcessEnv): string {
  const base = environment.XDG_CACHE_HOME || environment.LOCALAPPDATA || join(environment.HOME ?? homedir(), '.cache');
  return join(base, 'tenantry-dotnet');
}

/**
 * Fills a folder once, also where two processes want it at the same time: each fills one of its own, and renaming it is
 * one step. Whoever comes second uses the folder of the first.
 */
export async function installOnce(folder: string, fill: (into: string) => Promise<void>): Promise<string> {
  if (existsSync(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const own = await mkdtemp(`${folder}.`);
  try {
    await fill(own);
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    if (!isTaken(error) || !existsSync(folder)) throw error;
  }
  return folder;
}

/** What renaming says where the folder is there already, on Linux and macOS, and on Windows. */
const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(String(error.code));
