import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';

const usage =
  'usage: npm run rotate-key [-- --data DIR]\n' +
  "  --data  the local stack's data folder (.local); without it where STORE says cosmos, the settings of the function app are taken";

/** What the local stack sets, as far as records and vault need it; the rest is never asked for. */
function localEnvironment(dataDir: string): NodeJS.ProcessEnv {
  return {
    PUBLIC_ORIGIN: 'http://localhost:4280',
    AzureWebJobsStorage: 'UseDevelopmentStorage=true',
    STORE: 'sqlite',
    VAULT: 'file',
    DATA_DIR: dataDir,
  };
}

/**
 * Makes a new data key and encrypts every tenant's secrets under it, while the product runs: both keys decrypt until the
 * last record is done, and the old one stays in the vault. Prints what was done; ends with 1 where a secret could not be
 * decrypted.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { data: { type: 'string' } } });
  const isLocal = values.data !== undefined || process.env.STORE !== 'cosmos';
  const environment = isLocal ? localEnvironment(resolve(values.data ?? '.local')) : process.env;
  const app = compose(readConfig(environment), {
    bundleDirectory: join(import.meta.dirname, '../../dist'),
    log: (message) => process.stderr.write(`${message}\n`),
  });
  try {
    const { version, reencrypted, corrupted } = await app.microsoft.credentials.rotateKey();
    const details = { version, reencrypted, corrupted };
    await app.trail.record({
      eventType: 'data_key_rotated',
      user: 'operator',
      target: 'data key',
      tenantId: null,
      details,
    });
    process.stdout.write(`${JSON.stringify(details)}\n`);
    if (corrupted === 0) return;
    process.stderr.write(
      `${corrupted} stored secrets do not open. They are as they were: connect those tenants again.\n`,
    );
    process.exitCode = 1;
  } finally {
    await app.renderer.close();
    await app.records.close();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n${usage}\n`);
  process.exitCode = 2;
}
