import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { TrailVerification } from '@tenantry/contract/audit-trail';
import { openJsonLines } from '../adapters/telemetry/json-lines.ts';
import { compose } from '../compose.ts';
import { embedded } from '../composition/embedded.ts';
import { telemetryOf } from '../composition/telemetry.ts';
import { readConfig } from '../config.ts';
import { settingsOf } from './installation.ts';

const usage =
  'usage: npm run verify-trail [-- --data DIR] [--json]\n' +
  "  --data  the local stack's data folder (.local); without it where STORE says cosmos, the settings of the function app are taken\n" +
  '  --json  prints the result as JSON\n' +
  'Ends with 0 where the trail is whole, 1 where it is broken, 2 where it could not be verified.';

const exitCodes = { whole: 0, broken: 1, notVerified: 2 } as const;

function inWords({ status, reason, problems, problemCount, notes, ...found }: TrailVerification): string {
  const { entries, blocks, from, until, anchored, unproven } = found;
  const head = {
    whole: 'The audit trail is whole',
    broken: 'The audit trail is BROKEN',
    notVerified: `The audit trail could not be verified: ${reason}`,
  }[status];
  const lines = [
    `${head}: ${entries} entries in ${blocks} blocks${from && until ? `, ${from} to ${until}` : ''}.`,
    anchored
      ? `Anchored up to block ${anchored.block} at ${anchored.at}. Since then, and not proven yet: ${unproven.entries} entries.`
      : `There is no anchor yet: ${unproven.entries} entries are not proven.`,
    ...notes,
    ...problems.map(
      ({ kind, record, at, message }, index) =>
        `${index === 0 ? 'First broken' : 'Then'}: ${record}${at === null ? '' : ` of ${at}`} (${kind}). ${message}`,
    ),
  ];
  if (problemCount > problems.length) lines.push(`${problemCount} in all.`);
  return `${lines.join('\n')}\n`;
}

/** Verifies the whole trail, also while the product runs. It writes nothing. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { data: { type: 'string' }, json: { type: 'boolean' } } });
  const { environment, dataDir } = settingsOf(values.data);
  // The vault alone is enough to find that everything else was removed; where neither is, it is another folder.
  if (dataDir !== null && !['tenantry.db', 'vault'].some((name) => existsSync(join(dataDir, name)))) {
    throw new Error(`${dataDir} is no data folder of Tenantry: it has no tenantry.db.`);
  }
  const app = compose(readConfig(environment), {
    bundleDirectory: join(import.meta.dirname, '../../dist'),
    embedded: () => embedded,
    telemetry: telemetryOf(openJsonLines((line) => process.stderr.write(line))),
  });
  try {
    const result = await app.trailVerification.verifyNow();
    process.stdout.write(values.json ? `${JSON.stringify(result, null, 2)}\n` : inWords(result));
    process.exitCode = exitCodes[result.status];
  } finally {
    await app.renderer.close();
    await app.records.close();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(
    `The audit trail could not be verified: ${error instanceof Error ? error.message : error}\n${usage}\n`,
  );
  process.exitCode = 2;
}
