import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { azuriteConnectionString, azuriteKey } from './stack/azurite.ts';
import { startAzuriteAlone } from './stack/azurite-alone.ts';
import { runningStack } from './stack/stack-file.ts';

const command = join(import.meta.dirname, '../api/src/cli/verify-trail.ts');

/** The data folder that the command is about; null where it is a deployed installation. */
function dataDirOf(args: readonly string[]): string | null {
  const at = args.findIndex((arg) => arg === '--data' || arg.startsWith('--data='));
  const named = at < 0 ? undefined : args[at]?.slice('--data='.length) || args[at + 1];
  if (named === undefined && process.env.STORE === 'cosmos') return null;
  return resolve(named ?? '.local');
}

/** The storage of a local stack, which holds the anchors: that of the running one, else its Azurite alone meanwhile. */
async function storageOf(dataDir: string): Promise<{ connectionString: string; stop?: () => Promise<void> }> {
  const running = runningStack(dataDir);
  if (!running) return startAzuriteAlone(dataDir);
  return { connectionString: azuriteConnectionString(running.ports.azurite, azuriteKey(dataDir)) };
}

/** Runs api/src/cli/verify-trail.ts with the storage of the data folder. @returns its exit code */
async function verify(args: readonly string[]): Promise<number> {
  const dataDir = dataDirOf(args);
  const needsStorage = dataDir !== null && existsSync(dataDir) && !process.env.AzureWebJobsStorage;
  const storage = needsStorage ? await storageOf(dataDir) : undefined;
  try {
    const env = { ...process.env, ...(storage ? { AzureWebJobsStorage: storage.connectionString } : {}) };
    const child = spawn(process.execPath, [command, ...args], { stdio: 'inherit', env });
    // Told to end, it ends what it started first: the command, and then the storage.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    if (process.connected) process.on('disconnect', () => child.kill());
    const [code] = await once(child, 'exit');
    if (process.connected) process.disconnect();
    return typeof code === 'number' ? code : 2;
  } finally {
    await storage?.stop?.();
  }
}

try {
  process.exitCode = await verify(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`The audit trail could not be verified: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
