import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { acceptsTcp, waitUntil } from './answers.ts';
import { azuriteArguments, azuriteConnectionString, azuriteEnvironment, azuriteKey } from './azurite.ts';
import { freePort } from './free-port.ts';

const startLimitMs = 45_000;

/**
 * The Azurite of a data folder, without the rest of its stack, which must not be running.
 * @returns how to connect to it, and what ends it
 */
export async function startAzuriteAlone(
  dataDir: string,
): Promise<{ connectionString: string; stop: () => Promise<void> }> {
  const blob = await freePort();
  const queue = await freePort(new Set([blob]));
  const table = await freePort(new Set([blob, queue]));
  const ports = { blob, queue, table };
  const key = azuriteKey(dataDir);
  const child = spawn(process.execPath, azuriteArguments(ports, join(dataDir, 'azurite')), {
    stdio: 'ignore',
    env: { ...process.env, ...azuriteEnvironment(key) },
  });
  const gone = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  try {
    const areUp = async () => (await Promise.all([blob, queue, table].map(acceptsTcp))).every(Boolean);
    await waitUntil('Azurite', areUp, startLimitMs);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connectionString: azuriteConnectionString(ports, key), stop };
}
