import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CommandError, type Ended, printed, run } from './command.ts';
import { verifiedManifest, writeManifest } from './manifest.ts';
import { putRelease, targetOf } from './put-release.ts';
import { regionsIn } from './regions.ts';
import { checkedRecord, readRecord, writeRecord } from './release-record.ts';

const root = mkdtempSync(join(tmpdir(), 'tenantry-release-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const commit = 'a'.repeat(40);
const record = { commit, runId: '1234', digest: 'b'.repeat(64) };

function packed(name: string): { folder: string; digest: string } {
  const folder = join(root, name);
  mkdirSync(join(folder, 'web/assets'), { recursive: true });
  for (const file of ['api.zip', 'web/index.html', 'web/assets/a.js', 'web/staticwebapp.config.json']) {
    writeFileSync(join(folder, file), file);
  }
  return { folder, digest: writeManifest(folder, commit) };
}

interface Call {
  line: string;
  environment: Record<string, string>;
}

/** Plays az and the Static Web Apps CLI: what is not answered by its line ends with 0 and says nothing. */
function commands(answers: Record<string, Partial<Ended>>) {
  const calls: Call[] = [];
  return {
    calls,
    run: async (command: string, args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> => {
      const line = [command, ...args].join(' ');
      calls.push({ line, environment });
      const answer = Object.entries(answers).find(([part]) => line.includes(part))?.[1];
      return { code: 0, stdout: '', stderr: '', ...answer };
    },
  };
}

test('a release is verified as it was packed', () => {
  const { folder, digest } = packed('whole');
  const copy = join(root, 'copy');
  cpSync(folder, copy, { recursive: true });
  expect(verifiedManifest(copy, digest).commit).toBe(commit);
  expect(Object.keys(verifiedManifest(copy, digest).files)).toEqual([
    'api.zip',
    'web/assets/a.js',
    'web/index.html',
    'web/staticwebapp.config.json',
  ]);
});

test.each<[string, (folder: string) => void, string]>([
  ['a changed file', (folder) => writeFileSync(join(folder, 'api.zip'), 'other'), 'api.zip'],
  ['an added file', (folder) => writeFileSync(join(folder, 'web/assets/b.js'), ''), 'web/assets/b.js'],
  ['a lost file', (folder) => rmSync(join(folder, 'web/index.html')), 'web/index.html'],
])('%s is found', (name, change, expected) => {
  const { folder, digest } = packed(name);
  change(folder);
  expect(() => verifiedManifest(folder, digest)).toThrow(expected);
});

test('a release that is whole but another one is refused', () => {
  const { folder, digest } = packed('asked');
  writeFileSync(join(folder, 'api.zip'), 'another');
  writeManifest(folder, commit);
  expect(() => verifiedManifest(folder, digest)).toThrow(`is not the release ${digest}`);
});

test('a release without its function package, page or configuration is not packed', () => {
  for (const file of ['api.zip', 'web/index.html', 'web/staticwebapp.config.json']) {
    const { folder } = packed(`without ${file}`);
    rmSync(join(folder, file));
    expect(() => writeManifest(folder, commit)).toThrow(`${file} is missing`);
  }
});

test('the record of a region is read from Azure', async () => {
  const stdout = JSON.stringify(Object.fromEntries(Object.entries(record).map(([name, value]) => [name, { value }])));
  const azure = commands({ 'deployment group show': { stdout } });
  expect(await readRecord(azure.run, 'rg-one')).toEqual(record);
  expect(azure.calls[0]?.line).toContain('--resource-group rg-one --name tenantry-release');
});

test.each([
  ['no group yet', { code: 3, stderr: "ERROR: (ResourceGroupNotFound) Resource group 'rg-one' could not be found." }],
  ['no release yet', { code: 3, stderr: 'ERROR: (DeploymentNotFound) Deployment could not be found.' }],
  ['a record that was not finished', { stdout: 'null' }],
])('a region with %s has no record', async (_, answer) => {
  expect(await readRecord(commands({ 'group show': answer }).run, 'rg-one')).toBeNull();
});

test('an answer that is not "there is none" does not count as none', async () => {
  const denied = { code: 1, stderr: 'ERROR: (AuthorizationFailed) The client does not have authorization.' };
  await expect(readRecord(commands({ 'group show': denied }).run, 'rg-one')).rejects.toThrow('AuthorizationFailed');
  const strange = { stdout: '{"commit":{"value":"main"}}' };
  await expect(readRecord(commands({ 'group show': strange }).run, 'rg-one')).rejects.toThrow(
    'commit is not one: main',
  );
});

test('a record holds nothing but what it should', () => {
  expect(checkedRecord(record)).toEqual(record);
  for (const wrong of [{ commit: '$(id)' }, { runId: '1;2' }, { digest: '' }]) {
    expect(() => checkedRecord({ ...record, ...wrong })).toThrow('is not one');
  }
});

test('the record is written by a deployment without resources, whose outputs are its fields', async () => {
  const azure = commands({});
  await writeRecord(azure.run, 'rg-one', record);
  expect(azure.calls[0]?.line).toContain(`commit=${commit} runId=1234 digest=${record.digest}`);
  const template = JSON.parse(readFileSync(join(import.meta.dirname, 'release-record.json'), 'utf8'));
  expect(template.resources).toEqual([]);
  for (const field of Object.keys(record)) {
    expect(template.parameters[field].type).toBe('string');
    expect(template.outputs[field]).toEqual({ type: 'string', value: `[parameters('${field}')]` });
  }
});

const target = { resourceGroup: 'rg-one', functionApp: 'func-1', webApp: 'stapp-1' };
const uploaded = { stderr: 'Project deployed to https://one.azurestaticapps.net' };

test('a release is put function package first, and the token of the web app is masked before it is used', async () => {
  const azure = commands({ 'secrets list': { stdout: 't0ken\n' }, 'bin.js deploy': uploaded });
  const said: string[] = [];
  await putRelease(azure.run, 'release', target, (text) => said.push(`${azure.calls.length} ${text}`));
  expect(azure.calls.map(({ line }) => line)).toEqual([
    expect.stringMatching(/^az functionapp deployment source config-zip .*--name func-1 --src release\/api\.zip/),
    expect.stringMatching(/^az staticwebapp secrets list .*--name stapp-1 /),
    expect.stringMatching(/bin\.js deploy release\/web .*--env production/),
  ]);
  expect(said).toContain('2 ::add-mask::t0ken');
  expect(azure.calls.filter(({ line }) => line.includes('t0ken'))).toEqual([]);
  expect(azure.calls.map(({ environment }) => environment)).toEqual([{}, {}, { SWA_CLI_DEPLOYMENT_TOKEN: 't0ken' }]);
});

test('where the function package is refused, the page stays as it is', async () => {
  const azure = commands({ 'config-zip': { code: 1, stderr: 'refused' } });
  await expect(putRelease(azure.run, 'release', target, () => undefined)).rejects.toThrow('refused');
  expect(azure.calls).toHaveLength(1);
});

test('an upload of the page that ends without saying that it is there has failed', async () => {
  const azure = commands({ 'secrets list': { stdout: 't0ken' }, 'bin.js deploy': { stderr: 'something else' } });
  await expect(putRelease(azure.run, 'release', target, () => undefined)).rejects.toThrow('did not say');
});

test('the web app without a token is told', async () => {
  await expect(putRelease(commands({}).run, 'release', target, () => undefined)).rejects.toThrow('no deployment token');
});

test('the target comes from outputs that main.bicep declares', () => {
  const bicep = readFileSync(join(import.meta.dirname, '../bicep/main.bicep'), 'utf8');
  const declared = [...bicep.matchAll(/^output (\w+) string/gm)].map(([, name]) => [
    name,
    { value: `value of ${name}` },
  ]);
  expect(targetOf(Object.fromEntries(declared))).toEqual({
    resourceGroup: 'value of AZURE_RESOURCE_GROUP',
    functionApp: 'value of FUNCTION_APP_NAME',
    webApp: 'value of STATIC_WEB_APP_NAME',
  });
  expect(() => targetOf({})).toThrow('The deployment has no output AZURE_RESOURCE_GROUP');
});

test('every parameter file is a region, with the group that main.bicep makes of its name', () => {
  const folder = join(import.meta.dirname, '../bicep/regions');
  const all = regionsIn(folder, 'all');
  expect(all.length).toBeGreaterThan(0);
  expect(regionsIn(folder, all[0]?.name ?? '')).toEqual([all[0]]);
  expect(() => regionsIn(folder, 'atlantis')).toThrow(`No region "atlantis". There are: ${all[0]?.name}`);
  const bicep = readFileSync(join(import.meta.dirname, '../bicep/main.bicep'), 'utf8');
  expect(bicep).toMatch(/^ {2}name: 'rg-\$\{environmentName\}'$/m);
});

test('two regions in one resource group are refused', () => {
  const folder = join(root, 'regions');
  mkdirSync(folder);
  for (const name of ['one', 'two']) {
    const text = "param environmentName = 'same'\nparam location = 'swedencentral'\n";
    writeFileSync(join(folder, `${name}.bicepparam`), text);
  }
  expect(() => regionsIn(folder, 'all')).toThrow('Two regions have the resource group rg-same');
});

test('a command that fails is told with its name and what it said, without its values', async () => {
  const script = 'process.stderr.write("no such thing"); process.exit(3)';
  const failing = printed(run, process.execPath, ['-e', script, 'x', 'secret-value']);
  await expect(failing).rejects.toThrow(CommandError);
  await expect(failing).rejects.toThrow(/ended with 3:\nno such thing/);
  await expect(failing).rejects.not.toThrow('secret-value');
});

const cli = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'release.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, GITHUB_OUTPUT: join(root, 'output') },
  });

test('the steps of the workflow hand on what they found by GITHUB_OUTPUT, and fail with the reason', () => {
  const { folder } = packed('cli');
  expect(cli('pack', '--release', folder, '--commit', commit).status).toBe(0);
  const digest = /^digest=([0-9a-f]{64})$/m.exec(readFileSync(join(root, 'output'), 'utf8'))?.[1] ?? '';
  expect(cli('verify', '--release', folder, '--digest', digest).stdout).toContain(`Verified: ${commit}`);
  const wrong = cli('verify', '--release', folder, '--digest', 'c'.repeat(64));
  expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('is not the release')]);
  expect(cli('verify', '--release', folder).stderr).toContain('--digest is missing');
  expect(cli('nothing').status).toBe(1);
});
