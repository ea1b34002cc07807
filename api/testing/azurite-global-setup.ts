import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { azuriteArguments } from '../../local/stack/azurite.ts';
import { freePort } from '../../local/stack/free-port.ts';

/** Where the tests' Azurite listens. It has `accountCount` accounts, so that each test has storage of its own. */
type TestStorage = { ports: { blob: number; queue: number; table: number }; claimsFolder: string };
/** One for each test that opens the API. They go in one variable, which Linux lets be 128 KB long. */
export const accountCount = 3000;
export const accountName = (index: number) => `test${index}`;
export const accountKey = Buffer.from('tenantry-tests-only').toString('base64');

declare module 'vitest' {
  interface ProvidedContext {
    testStorage: TestStorage;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * One Azurite for all tests of the API: the real services. It keeps nothing on disk: there it would write all that the
 * tests have stored again every five seconds, and answer nobody meanwhile.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const blob = await freePort();
  const queue = await freePort(new Set([blob]));
  const table = await freePort(new Set([blob, queue]));
  const ports = { blob, queue, table };
  const folder = await mkdtemp(join(tmpdir(), 'tenantry-claims-'));
  const accounts = Array.from({ length: accountCount }, (_, index) => `${accountName(index)}:${accountKey}`).join(';');
  const child = spawn(process.execPath, azuriteArguments(ports, null), {
    stdio: 'ignore',
    env: { ...process.env, AZURITE_ACCOUNTS: accounts },
  });
  const deadline = Date.now() + 45_000;
  while (!(await answers(`http://127.0.0.1:${table}/`))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('Azurite did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  project.provide('testStorage', { ports, claimsFolder: folder });
  return async () => {
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
}
