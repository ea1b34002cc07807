import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from './command.ts';
import { verifiedManifest, writeManifest } from './manifest.ts';
import { putRelease, targetOf } from './put-release.ts';
import { regionsIn } from './regions.ts';
import { checkedRecord, readRecord, writeRecord } from './release-record.ts';

// The steps of .github/workflows/deploy.yml that decide something. What later steps need goes to GITHUB_OUTPUT.
const usage = `usage: node infra/release/release.ts COMMAND
  regions  --regions all|a,b                       the matrix
  pack     --release DIR --commit SHA              writes the manifest
  previous --resource-group RG [--without-return]  what to return to
  verify   --release DIR --digest D                that a download is what was packed
  put      --release DIR --digest D --outputs FILE deploys it
  record   --release DIR --digest D --run-id N --resource-group RG`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    regions: { type: 'string' },
    release: { type: 'string' },
    commit: { type: 'string' },
    digest: { type: 'string' },
    outputs: { type: 'string' },
    'run-id': { type: 'string' },
    'resource-group': { type: 'string' },
    'without-return': { type: 'boolean', default: false },
  },
});

type Option = Exclude<keyof typeof values, 'without-return'>;

function needed(name: Option): string {
  const value = values[name];
  if (value === undefined || value === '') throw new Error(`--${name} is missing\n${usage}`);
  return value;
}

const say = (text: string) => process.stdout.write(`${text}\n`);

function output(named: Record<string, string>): void {
  const file = process.env.GITHUB_OUTPUT;
  for (const [name, value] of Object.entries(named)) {
    say(`${name}=${value}`);
    if (file) appendFileSync(file, `${name}=${value}\n`);
  }
}

async function previous(): Promise<void> {
  const group = needed('resource-group');
  const record = await readRecord(run, group);
  if (record !== null)
    return output({ found: 'true', 'run-id': record.runId, commit: record.commit, digest: record.digest });
  if (values['without-return']) return output({ found: 'false' });
  throw new Error(
    `${group} has no release that passed its smoke test, so there is nothing to return to. Where that is right (a first ` +
      'release), start the workflow by hand with "without_return".',
  );
}

const commands: Record<string, () => Promise<void> | void> = {
  regions: () => {
    const folder = join(import.meta.dirname, '../bicep/regions');
    output({ regions: JSON.stringify(regionsIn(folder, needed('regions'))) });
  },
  pack: () => output({ digest: writeManifest(needed('release'), needed('commit')) }),
  previous,
  verify: () => {
    say(`Verified: ${verifiedManifest(needed('release'), needed('digest')).commit}`);
  },
  put: async () => {
    const folder = needed('release');
    const { commit } = verifiedManifest(folder, needed('digest'));
    const target = targetOf(JSON.parse(readFileSync(needed('outputs'), 'utf8')));
    say(`Release ${commit}`);
    await putRelease(run, folder, target, say);
  },
  record: async () => {
    const digest = needed('digest');
    const { commit } = verifiedManifest(needed('release'), digest);
    await writeRecord(run, needed('resource-group'), checkedRecord({ commit, runId: needed('run-id'), digest }));
  },
};

try {
  const command = commands[positionals[0] ?? ''];
  if (command === undefined) throw new Error(usage);
  await command();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
