import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkInfra } from './check-infra.ts';
import { isSameTemplate } from './compile-bicep.ts';
import { formatFault } from './faults.ts';
import { Project } from './project.ts';
import { checkAzd } from './rules-azd.ts';
import { checkAgainstCode, readCode } from './rules-code.ts';
import { checkParametersJson } from './rules-parameters-json.ts';
import { checkRoles } from './rules-roles.ts';
import { checkSecrets } from './rules-secrets.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A copy of what the check reads: Bicep, the code's tables with what they import, the manual and the workflows. */
const root = mkdtempSync(join(tmpdir(), 'infra-check-'));
for (const part of [
  'infra',
  'api/src',
  'api/package.json',
  'contract',
  'docs/operate.md',
  'local/bootstrap.mjs',
  'local/dotnet',
  '.github',
  'package.json',
  'azure.yaml',
  'frontend/package.json',
])
  cpSync(join(ROOT, part), join(root, part), { recursive: true, filter: (path) => !path.includes('node_modules') });
symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction');
afterAll(() => rmSync(root, { recursive: true }));

const code = readCode(new Project(root));
const template = JSON.parse(readFileSync(join(ROOT, 'infra/bicep/main.json'), 'utf8'));

/** The command, in a process of its own, on a machine without a compiler. */
function check(...args: string[]) {
  const script = join(ROOT, 'infra/check/infra-check.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', env: {} });
  return { status, lines: stdout.trim().split('\n'), stderr };
}

type Change = [file: string, from: string, to: string];

/** What comes of texts replaced in files, which are as they were afterwards. */
async function withChanges<T>(changes: readonly Change[], run: () => T | Promise<T>): Promise<T> {
  const before = changes.map(([file]) => [file, readFileSync(join(root, file), 'utf8')] as const);
  for (const [file, from, to] of changes) {
    const text = readFileSync(join(root, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}`);
    writeFileSync(
      join(root, file),
      text.replaceAll(from, () => to),
    );
  }
  try {
    return await run();
  } finally {
    for (const [file, text] of before) writeFileSync(join(root, file), text);
  }
}

/** What is found in the sources, with texts replaced in them. */
function faultsWith(changes: readonly Change[]): Promise<string[]> {
  return withChanges(changes, () => {
    const project = new Project(root);
    if (code === undefined) throw new Error('the code does not load');
    checkAgainstCode(project, code);
    checkParametersJson(project, template);
    checkRoles(project, template, []);
    checkSecrets(project, template);
    checkAzd(project);
    return project.faults.map(formatFault);
  });
}

test('without a compiler the repository as it is passes, and it is said that nothing was compiled', () => {
  const { status, lines } = check();
  expect(lines).toEqual([
    expect.stringMatching(
      /^infra: \d+ Bicep files, \d+ parameter files, \d+ workflows; NOTHING WAS COMPILED .*; 0 faults\.$/,
    ),
  ]);
  expect(status).toBe(0);
});

test('where a compiler is required its absence is a fault, and planted faults count as not found', () => {
  const required = check('--compiler');
  expect(required.lines[0]).toContain('there is no compiler here, and --compiler asks for one');
  expect(required.status).toBe(1);
  expect(check('--planted')).toMatchObject({
    status: 1,
    lines: [expect.stringContaining('no compiler'), expect.anything()],
  });
});

test('a wrong argument ends with 2 and says what there is', () => {
  expect(check('--rot', root)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('usage: npm run infra:check'),
  });
});

const GENERATED = 'infra/bicep/generated';

test.each<[string, Change[], string]>([
  [
    'a template that was changed by hand',
    [['infra/bicep/main.json', '"httpsOnly": true', '"httpsOnly":  true']],
    'infra/bicep/main.json:1:1: it was changed by hand',
  ],
  [
    'a snapshot that was changed by hand',
    [['infra/bicep/snapshots/least.json', '"httpsOnly":true', '"httpsOnly": true']],
    'infra/bicep/snapshots/least.json:1:1: it was changed by hand',
  ],
  [
    'a container that the code has and Bicep has not',
    [
      [
        'api/src/store/containers.ts',
        '  auditLogs: {',
        "  leftovers: { shape: shapes.users, name: 'leftovers', partitionField: 'partition' },\n  auditLogs: {",
      ],
    ],
    `${GENERATED}/containers.json:1:1: leftovers is in the code and not here`,
  ],
  [
    'a setting renamed in config.ts',
    [['api/src/config.ts', 'STAFF_GUESTS', 'STAFF_VISITORS']],
    'STAFF_GUESTS is no setting of api/src/config.ts; there are STAFF_VISITORS',
  ],
  [
    'a setting renamed in config.ts and in the table, but not in the generated file',
    [
      ['api/src/config.ts', 'COSMOS_ENDPOINT', 'COSMOS_ADDRESS'],
      ['api/src/azure-settings.ts', 'COSMOS_ENDPOINT', 'COSMOS_ADDRESS'],
    ],
    'the app setting COSMOS_ADDRESS is not set in every case, which the product needs',
  ],
])('%s is a fault', async (_title, changes, message) => {
  const { faults, summary } = await withChanges(changes, () => checkInfra(root, false, {}));
  expect(faults.map(formatFault)).toContainEqual(expect.stringContaining(message));
  expect(summary).toContain(`${faults.length} faults.`);
});

test('a source that has changed by a byte is a fault, alone, and the command ends with 1', async () => {
  const changes: Change[] = [['infra/bicep/modules/web.bicep', '// Previews', '// previews']];
  const { status, lines } = await withChanges(changes, () => check('--root', root));
  expect(lines).toEqual([
    expect.stringContaining('infra/bicep/main.json:1:1: its sources have changed since'),
    expect.stringMatching(/1 faults\.$/),
  ]);
  expect(status).toBe(1);
});

const PARAMETERS = 'infra/bicep/main.parameters.json';
const ROLES = 'infra/bicep/roles.json';
const BLOB_OWNER = 'b7e6dc6d-f1e8-4753-8033-0f276bb0955b';
const COSMOS = 'infra/bicep/modules/cosmos.bicep';
const REGION = 'infra/bicep/regions/swedencentral.bicepparam';

test.each<[string, Change, string]>([
  [
    'a container that Bicep has and the code has not',
    [`${GENERATED}/containers.json`, '"id": "tenants"', '"id": "tenant"'],
    'tenant is here and not in the code',
  ],
  [
    'a unique key that Bicep has otherwise',
    [`${GENERATED}/containers.json`, '"/nameKey"\n', '"/nameKeys"\n'],
    'is not what the code says',
  ],
  [
    'an alert on a metric that is not there',
    [`${GENERATED}/alerts.json`, "'audit.trail.broken'", "'audit.trail.broke'"],
    'looks at audit.trail.broke, which is no metric; did you mean "audit.trail.broken"?',
  ],
  [
    'an alert of which the manual says nothing',
    ['docs/operate.md', 'trail-broken', 'trail-whole'],
    'there is no section for the alert trail-broken',
  ],
  [
    'a parameter of azd that is not there',
    [PARAMETERS, '"webLocation"', '"webLocaton"'],
    'did you mean "webLocation"?',
  ],
  [
    'a parameter of azd that is left out',
    [PARAMETERS, '"webLocation"', '"customDomain"'],
    '"webLocation" of infra/bicep/main.bicep is missing',
  ],
  [
    'a default that is not allowed',
    [PARAMETERS, '{FUNCTIONS_NODE_VERSION}', '{FUNCTIONS_NODE_VERSION=20}'],
    "'20' is not allowed",
  ],
  [
    'a parameter without a value',
    [PARAMETERS, '"nodeVersion": { "value"', '"nodeVersion": { "values"'],
    'has no "value"',
  ],
  ['a value of another type', [PARAMETERS, `"\${FUNCTIONS_NODE_VERSION}"`, '22'], '22 stands where string is wanted'],
  ['a secret written for azd', [PARAMETERS, `\${SETUP_CODE}`, 'abcdefghijklmnopqrstuvw'], '"setupCode" is secret'],
  [
    'a secret written in a region',
    [REGION, "readEnvironmentVariable('SETUP_CODE')", "'abcdefghijklmnopqrstu'"],
    '"setupCode" is secret',
  ],
  ['a role that is not documented', [ROLES, 'b7e6dc6d-f1e8', '{b7e6dc6d-f1e8'], 'is no documented role'],
  [
    'another role than its name says',
    [ROLES, BLOB_OWNER, 'ba92f5b4-2d11-453d-a403-e96b0029c9fe'],
    'is said to be Storage Blob Data Owner',
  ],
  [
    'a role that may do everything',
    [ROLES, BLOB_OWNER, 'b24988ac-6180-42a0-ab88-20f7382dd24c'],
    'Contributor is refused',
  ],
  [
    'a Cosmos DB role other than its name',
    [COSMOS, "000000000002'", "000000000001'"],
    'is said to be Cosmos DB Built-in Data Contributor',
  ],
  [
    'a role whose name is not beside it',
    [COSMOS, 'Cosmos DB Built-in Data Contributor', 'A role'],
    'which is not said beside it',
  ],
  [
    'a template that azd does not find',
    ['azure.yaml', 'module: main', 'module: mian'],
    'there is no infra/bicep/mian.bicep',
  ],
  ['a folder that azd does not find', ['azure.yaml', 'project: frontend', 'project: fronted'], 'there is no fronted'],
  [
    'a script that azd does not find',
    ['azure.yaml', 'local/bootstrap.mjs', 'local/bootstraps.mjs'],
    'there is no local/bootstraps.mjs',
  ],
  [
    'a host that azd has not',
    ['azure.yaml', 'host: function', 'host: functions'],
    'functions is no host; did you mean "function"?',
  ],
  [
    'a service without a resource',
    ['azure.yaml', '  web:\n', '  website:\n'],
    "no resource has the tag 'azd-service-name': 'website'",
  ],
])('%s is a fault too', async (_title, change, message) => {
  expect(await faultsWith([])).toEqual([]);
  expect(await faultsWith([change])).toContainEqual(expect.stringContaining(message));
});

test('a template of another version of the compiler is the same where only that version differs', () => {
  const other = { ...template, metadata: { _generator: { name: 'bicep', version: '0.49.2', templateHash: '1' } } };
  const texts = [JSON.stringify(template, null, 2), JSON.stringify(other, null, 2)] as const;
  expect(isSameTemplate(...texts, '0.49.2')).toBe(true);
  expect(isSameTemplate(...texts, '0.47.16')).toBe(false);
  expect(isSameTemplate(texts[0], texts[1].replace('"httpsOnly": true', '"httpsOnly": false'), '0.49.2')).toBe(false);
});
