import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endpoints } from '@tenantry/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../build-outputs.ts';
import { nodeBinaries } from '../node-22/node-binaries.ts';
import { azureSettings } from './azure-settings.ts';

const run = promisify(execFile);

type Started = {
  node: string;
  functions: string[];
  health: { status: number; body: { code: string; message: string } };
  /** What was required or imported, as URLs. */
  loaded: string[];
  warnings: string[];
  /** What Node itself loaded of its own. */
  moduleLoadList: string[];
};

const folder = mkdtempSync(join(tmpdir(), 'tenantry-azure-start-'));
const out = join(folder, 'app');
const starter = join(import.meta.dirname, 'testing/start-bundle.cjs');

/** Nothing answers at these addresses: port 9 of this machine is closed. */
const nothingReachable = {
  COSMOS_ENDPOINT: 'https://127.0.0.1:9/',
  KEY_VAULT_URL: 'https://127.0.0.1:9/',
  IDENTITY_ENDPOINT: 'http://127.0.0.1:9/msi/token',
  IDENTITY_HEADER: 'header-of-this-process',
  APPLICATIONINSIGHTS_CONNECTION_STRING:
    'InstrumentationKey=00000000-0000-4000-8000-000000000000;IngestionEndpoint=https://127.0.0.1:9/',
};

/** Starts the bundle and asks for its health, with these settings beside those of Azure. */
async function start(node: string, settings: Record<string, string | undefined> = {}, options: readonly string[] = []) {
  const answerFile = join(folder, `${crypto.randomUUID()}.json`);
  const { stdout, stderr } = await run(node, [...options, starter, join(out, 'main.js'), answerFile], {
    env: { ...azureSettings('nobody'), ...nothingReachable, ...settings },
  });
  const started: Started = JSON.parse(readFileSync(answerFile, 'utf8'));
  return { started, stdout, stderr };
}

/** By version of Node. */
const answers = new Map<string, Awaited<ReturnType<typeof start>>>();

beforeAll(async () => {
  await run(process.execPath, [join(ROOT, 'api/build.mjs'), '--out', out]);
  // A deployment may leave it out, and this one does.
  rmSync(join(out, 'embedded.js'));
  const versions = Object.entries(nodeBinaries);
  await Promise.all(versions.map(async ([version, node]) => answers.set(version, await start(node))));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(Object.keys(nodeBinaries))('with the settings of Azure and nothing reachable, on Node %s', (version) => {
  let started: Started;
  let printed: string;

  beforeAll(() => {
    const answer = answers.get(version);
    if (answer === undefined) throw new Error(`The bundle was not started on Node ${version}`);
    started = answer.started;
    printed = answer.stdout + answer.stderr;
  });

  it('the bundle registers every call of the contract, and jobs beside them', () => {
    expect(started.node).toMatch(new RegExp(`^v${version}\\.`));
    expect(started.functions).toEqual(expect.arrayContaining(endpoints.map(({ name }) => name)));
    expect(started.functions).toEqual(expect.arrayContaining(['scan-work', 'upkeep', 'timer']));
  });

  it('the health probe says what is missing', () => {
    expect(started.health).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(started.health.body.message).toMatch(/the database and the table storage cannot be reached/);
  });

  it('no embedded adapter is loaded, nothing of the local stack, no SQLite', () => {
    expect(started.loaded.filter((url) => /sqlite|embedded|file-vault/.test(url))).toEqual([]);
    expect(started.moduleLoadList.filter((name) => /sqlite/.test(name))).toEqual([]);
    const files = started.loaded.filter((url) => url.startsWith('file:') && !url.endsWith('/core-double.cjs'));
    expect(files.map((url) => url.split('/').at(-1)).toSorted()).toEqual(
      expect.arrayContaining(['application-insights.js', 'collection.js', 'main.js']),
    );
    expect(files.filter((url) => !url.includes('/app/'))).toEqual([]);
  });

  it('Node warns of nothing', () => {
    expect(started.warnings).toEqual([]);
    expect(printed).not.toMatch(/warning/i);
  });
});

describe('with wrong settings on Azure the health probe alone is there, and the log names them:', () => {
  it.each([
    ['the address under which browsers see it is missing', { PUBLIC_ORIGIN: undefined }, ['PUBLIC_ORIGIN']],
    ['adapters of one machine', { STORE: 'sqlite', VAULT: 'file' }, ['STORE', 'VAULT']],
    [
      'what Azure has to have set is missing',
      { SETUP_CODE: undefined, TRUSTED_PROXIES: undefined, COSMOS_ENDPOINT: undefined, KEY_VAULT_URL: undefined },
      ['SETUP_CODE', 'TRUSTED_PROXIES', 'COSMOS_ENDPOINT', 'KEY_VAULT_URL'],
    ],
    ['the simulator in the place of Microsoft', { MICROSOFT_CLOUD: 'simulator' }, ['MICROSOFT_CLOUD']],
  ])('%s', async (_, settings, names) => {
    const { started, stderr } = await start(process.execPath, settings);
    expect(started.functions).toEqual(['health-probe']);
    expect(started.health).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    for (const name of names) {
      expect(stderr).toContain(`- ${name}: `);
      expect(started.health.body.message).not.toContain(name);
    }
  });
});

describe('with a setting on Azure that only its adapter finds wrong, the health probe alone is there:', () => {
  it.each([
    ['a credential that is none', { AZURE_TOKEN_CREDENTIALS: 'hunter2' }, 'DefaultAzureCredential'],
    ['a connection string that is none', { AzureWebJobsStorage: 'AccountKey=hunter2' }, 'fromConnectionString'],
  ])('%s', async (_, settings, place) => {
    const { started, stdout, stderr } = await start(process.execPath, settings);
    expect(started.functions).toEqual(['health-probe']);
    expect(started.health).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(stderr).toContain(place);
    expect(stdout + stderr + started.health.body.message).not.toContain('hunter2');
  });
});

describe('the bundle does not load, and says why,', () => {
  const reasonFor = (settings: Record<string, string | undefined>, options: readonly string[] = []) =>
    start(process.execPath, settings, options).then(
      () => 'it loaded',
      (error: unknown) => (error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)),
    );

  it('with wrong settings away from Azure', async () => {
    const reason = await reasonFor({ WEBSITE_SITE_NAME: undefined, COSMOS_ENDPOINT: undefined });
    expect(reason).toContain('- COSMOS_ENDPOINT: needed with STORE=cosmos');
  });

  it('on Node 20', async () => {
    const older = `{ value: { ...process.versions, node: '20.20.2' } }`;
    const pretend = `data:text/javascript,Object.defineProperty(process, 'versions', ${older})`;
    expect(await reasonFor({}, ['--import', pretend])).toContain(
      'Tenantry runs on Node 22 or 24, and this is Node 20.20.2. Set the version of Node of the function app.',
    );
  });
});
