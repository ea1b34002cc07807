import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The Chromium that this machine has, or undefined. CHROMIUM_PATH wins. */
function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  const { CHROMIUM_PATH } = env;
  if (CHROMIUM_PATH !== undefined) return CHROMIUM_PATH;
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...candidates, MAC].find((path) => existsSync(path));
}

/**
 * Makes sure of a Chromium for the end-to-end tests: the machine's own; else Debian's package, where this process may
 * install one; else the one that Playwright downloads.
 * @returns its path, or undefined when Playwright is to use its own
 * @throws Error when no way led to one
 */
export function ensureChromium(env: NodeJS.ProcessEnv): string | undefined {
  const found = findChromium(env);
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    process.stdout.write('Installing Chromium (apt-get) ...\n');
    const apt = (...args: string[]) =>
      spawnSync('apt-get', args, { stdio: 'inherit', env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;
    if (apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', 'chromium')) {
      const installed = findChromium(env);
      if (installed !== undefined) return installed;
    }
  }
  process.stdout.write('Installing Chromium (playwright install) ...\n');
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  if (spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit', env }).status === 0)
    return undefined;
  throw new Error(
    'No Chromium: none was found on the PATH, apt-get had none to give and Playwright could not download one.\n' +
      'Install chromium or google-chrome, or name one in CHROMIUM_PATH.',
  );
}
