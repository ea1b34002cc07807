import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openJsonLines } from '../adapters/telemetry/json-lines.ts';
import { compose } from '../compose.ts';
import { embedded } from '../composition/embedded.ts';
import { telemetryOf } from '../composition/telemetry.ts';
import { readConfig } from '../config.ts';
import { settingsOf } from './installation.ts';

const usage =
  'usage: npm run rotate-key [-- --data DIR]\n' +
  "  --data  the local stack's data folder (.local); without it where STORE says cosmos, the settings of the function app are taken";

/**
 * Makes a new data key and encrypts the secrets of tenants and users under it, while the product runs: both keys decrypt until the
 * last record is done, and the old one stays in the vault. Prints what was done; ends with 1 where a secret could not be
 * decrypted.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { data: { type: 'string' } } });
  const app = compose(readConfig(settingsOf(values.data).environment), {
    bundleDirectory: join(import.meta.dirname, '../../dist'),
    embedded: () => embedded,
    telemetry: telemetryOf(openJsonLines((line) => process.stderr.write(line))),
  });
  try {
    const { version, reencrypted, corrupted } = await app.rotateDataKey();
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
      `${corrupted} stored secrets do not open. They are as they were: connect those tenants again, and reset the authenticators of those users.\n`,
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
