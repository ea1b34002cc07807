import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkBicep } from './check-infra.ts';
import { formatFault } from './faults.ts';
import { loadBicepParser } from './parse-bicep.ts';
import { Project } from './project.ts';
import { checkAzd } from './rules-azd.ts';
import { checkAgainstCode, readCode } from './rules-code.ts';
import { checkGeneratedUse } from './rules-generated.ts';
import { checkAppSettings } from './rules-settings.ts';
import { ROOT } from './testing/planted.ts';

/** A copy of what the check reads: Bicep, the code's tables with what they import, the manual and the workflows. */
const root = mkdtempSync(join(tmpdir(), 'infra-check-'));
for (const part of [
  'infra',
  'api/src',
  'api/package.json',
  'contract',
  'docs/operate.md',
  '.github',
  'package.json',
  'azure.yaml',
])
  cpSync(join(ROOT, part), join(root, part), { recursive: true, filter: (path) => !path.includes('node_modules') });
symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction');
afterAll(() => rmSync(root, { recursive: true }));

const parse = await loadBicepParser();
const code = readCode(new Project(root, parse));

/** The command, in a process of its own. */
function check(...args: string[]) {
  const script = join(ROOT, 'infra/check/infra-check.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', env: {} });
  return { status, lines: stdout.trim().split('\n'), stderr };
}

type Change = [file: string, from: string, to: string];

/** What comes of texts replaced in files, which are as they were afterwards. */
function withChanges<T>(changes: readonly Change[], run: () => T): T {
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
    return run();
  } finally {
    for (const [file, text] of before) writeFileSync(join(root, file), text);
  }
}

/** What is found where Bicep, and not the code, is changed. */
function faultsWith(changes: readonly Change[]): string[] {
  return withChanges(changes, () => {
    const project = new Project(root, parse);
    if (code === undefined) throw new Error('the code does not load');
    checkAgainstCode(project, code);
    checkGeneratedUse(project, code);
    checkAppSettings(checkBicep(project, {}).inference, code);
    return project.faults.map(formatFault);
  });
}

test('the repository as it is passes, and what was checked is counted', () => {
  const { status, lines } = check();
  expect(lines).toEqual([
    expect.stringMatching(
      /^infra: \d+ Bicep files with \d+ resources, \d+ parameter files, \d+ workflows; .*; 0 faults\.$/,
    ),
  ]);
  expect(status).toBe(0);
});

test.each([
  ['module: main', 'module: mian', 'azure.yaml:6:3: there is no infra/bicep/mian.bicep'],
  ['project: frontend', 'project: fronted', 'there is no fronted'],
])('a path of azure.yaml that is not there is a fault (%s)', (from, to, message) => {
  withChanges([['azure.yaml', from, to]], () => {
    const project = new Project(root, parse);
    checkAzd(project);
    expect(project.faults.map(formatFault)).toContainEqual(expect.stringContaining(message));
  });
});

test('a wrong argument ends with 2 and says what there is', () => {
  expect(check('--rot', root)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('usage: npm run infra:check'),
  });
});

const CONTAINERS = 'api/src/store/containers.ts';
const GENERATED = 'infra/bicep/generated';

test.each<[string, Change[], string]>([
  [
    'a container that the code has and Bicep has not',
    [
      [
        CONTAINERS,
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
    'the app setting COSMOS_ADDRESS is not set, which the product needs',
  ],
])('%s is a fault', (_title, changes, message) => {
  const { status, lines } = withChanges(changes, () => check('--root', root));
  expect(lines).toContainEqual(expect.stringContaining(message));
  expect(status).toBe(1);
});

test.each<[string, Change[], string]>([
  [
    'a container that Bicep has and the code has not',
    [[`${GENERATED}/containers.json`, '"id": "tenants"', '"id": "tenant"']],
    'tenant is here and not in the code',
  ],
  [
    'a unique key that Bicep has otherwise',
    [[`${GENERATED}/containers.json`, '"/nameKey"\n', '"/nameKeys"\n']],
    'is not what the code says',
  ],
  [
    'an app setting that nothing reads',
    [
      [
        'infra/bicep/modules/function-app.bicep',
        '  AZURE_CLIENT_ID: identityClientId',
        '  AZURE_CLIENT_IDS: identityClientId',
      ],
    ],
    'AZURE_CLIENT_IDS is no setting of api/src/config.ts, nor of the platform',
  ],
  [
    'a setting for one machine',
    [
      [
        'infra/bicep/modules/function-app.bicep',
        '  AZURE_CLIENT_ID: identityClientId',
        "  DATA_DIR: '/tmp'\n  AZURE_CLIENT_ID: identityClientId",
      ],
    ],
    'DATA_DIR is not set on Azure',
  ],
  [
    'an alert on a metric that is not there',
    [[`${GENERATED}/alerts.json`, "'audit.trail.broken'", "'audit.trail.broke'"]],
    'looks at audit.trail.broke, which is no metric; did you mean "audit.trail.broken"?',
  ],
  [
    'an alert of which the manual says nothing',
    [['docs/operate.md', 'trail-broken', 'trail-whole']],
    'there is no section for the alert trail-broken',
  ],
  [
    'a timer that is not there',
    [
      [
        'infra/bicep/regions/westeurope.bicepparam',
        'param webLocation',
        "param disabledTimers = ['retentions']\nparam webLocation",
      ],
    ],
    'infra/bicep/regions/westeurope.bicepparam:5:25: there is no timer "retentions"; did you mean "retention"?',
  ],
  [
    'a secret as an app setting of the module that makes it',
    [
      [
        'infra/bicep/modules/function-app.bicep',
        '  AZURE_CLIENT_ID: identityClientId',
        "  AZURE_CLIENT_ID: listKeys(plan.id, '2024-11-01').key",
      ],
    ],
    'an app setting is a reference to the Key Vault, not a secret: listKeys()',
  ],
  [
    'a container with keys other than its own',
    [['infra/bicep/modules/cosmos.bicep', 'resource: container\n', 'resource: { id: container.id }\n']],
    '"resource" is the entry of generated/containers.json as it is',
  ],
  [
    'containers of some accounts alone',
    [['infra/bicep/modules/cosmos.bicep', "containers.json'): {", "containers.json'): if (isServerless) {"]],
    'every entry of generated/containers.json is made',
  ],
  [
    'queues that are listed by hand',
    [['infra/bicep/modules/storage.bicep', 'in code.queues', "in ['scan-work']"]],
    'this is made of generated/storage.json, "queues"',
  ],
  [
    'alerts of which some are left out',
    [
      ['infra/bicep/modules/alerts.bicep', "loadJsonContent('../gen", "skip(loadJsonContent('../gen"],
      ['infra/bicep/modules/alerts.bicep', "alerts.json')", "alerts.json'), 1)"],
    ],
    'this is made of generated/alerts.json',
  ],
  [
    'a setting for tuning that no parameter takes',
    [['infra/bicep/main.bicep', '  SESSION_IDLE_MINUTES: string?\n', '']],
    'the param "settings" lacks SESSION_IDLE_MINUTES',
  ],
  [
    'a timer that a parameter does not know',
    [['infra/bicep/main.bicep', "'token-refresh', ", "'token-refreshes', "]],
    'the param "disabledTimers" has token-refreshes, which the code has not',
  ],
])('%s is a fault too', (_title, changes, message) => {
  expect(faultsWith(changes)).toContainEqual(expect.stringContaining(message));
});
