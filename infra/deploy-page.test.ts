import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import roles from './bicep/roles.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/deploy.md'), 'utf8');

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** The commands under a heading, with something in the place of what the reader puts in. */
function commandsOf(heading: string): string {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0];
  if (section === undefined) throw new Error(`docs/deploy.md has no heading ${heading}`);
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .map(([, text]) => text ?? '')
    .join('')
    .replace('<subscription id>', 'subscription-1')
    .replace('<owner>', 'contoso');
}

const appIdentity = '11111111-1111-1111-1111-111111111111';

/** gh: the answer of GitHub, after the one jq expression that the page asks with. */
const gh = `#!/usr/bin/env node
const [verb, path, flag, expression] = process.argv.slice(2);
if (verb !== 'api' || path !== 'repos/contoso/tenantry/actions/oidc/customization/sub' || flag !== '--jq') process.exit(2);
const [, name, otherwise] = /^\\.(\\w+) \\/\\/ "(.*)"$/.exec(expression);
console.log(JSON.parse(process.env.GITHUB_ANSWER)[name] ?? otherwise);
`;
/** az: notes what it is called with, and answers the ids that are asked for. */
const az = `#!/usr/bin/env node
const called = process.argv.slice(2);
require('node:fs').appendFileSync(process.env.CALLS, JSON.stringify(called) + '\\n');
const command = called.slice(0, 3).join(' ');
if (command === 'ad app create') console.log(called[called.indexOf('--display-name') + 1] + '-id');
if (called[0] === 'identity') console.log(process.env.IDENTITY);
`;

/** Runs "From GitHub" of the page in bash, against doubles of `az` and `gh`. @returns what az was called with */
function runFromGitHub(answer: object, identity = appIdentity): { status: number | null; calls: string[][] } {
  const bin = mkdtempSync(join(tmpdir(), 'deploy-page-'));
  folders.push(bin);
  for (const [name, text] of Object.entries({ gh, az })) {
    writeFileSync(join(bin, name), text);
    chmodSync(join(bin, name), 0o755);
  }
  const log = join(bin, 'calls');
  writeFileSync(log, '');
  const { status } = spawnSync('bash', [], {
    cwd: root,
    input: commandsOf('From GitHub'),
    encoding: 'utf8',
    env: {
      PATH: [bin, process.env.PATH].join(delimiter),
      CALLS: log,
      GITHUB_ANSWER: JSON.stringify(answer),
      IDENTITY: identity,
    },
  });
  const calls = readFileSync(log, 'utf8').split('\n').filter(Boolean);
  return { status, calls: calls.map((call) => JSON.parse(call)) };
}

const optionOf = (call: string[], flag: string) => call[call.indexOf(flag) + 1] ?? '';
const called = (calls: string[][], command: string) => calls.filter((call) => call.join(' ').startsWith(command));

// Fields of GET /repos/OWNER/REPO/actions/oidc/customization/sub; the format: GitHub's changelog of 2026-04-23 and
// docs.github.com, "OpenID Connect reference", immutable subject claims.
const ids = { use_default: true, use_immutable_subject: true, sub_claim_prefix: 'repo:contoso@12/tenantry@34' };
test.each([
  ['a repository with ids in its subject', ids, 'repo:contoso@12/tenantry@34'],
  ['one whose answer says otherwise of it', { ...ids, use_immutable_subject: false }, 'repo:contoso@12/tenantry@34'],
  [
    'an older repository',
    { use_default: true, use_immutable_subject: false, sub_claim_prefix: 'repo:contoso/tenantry' },
    'repo:contoso/tenantry',
  ],
  ['a GitHub that tells no prefix', { use_default: true }, 'repo:contoso/tenantry'],
])('the federated credentials fit %s', (_, answer, prefix) => {
  const { status, calls } = runFromGitHub(answer);
  expect(status).toBe(0);
  const credentials = called(calls, 'ad app federated-credential create').map((call) => [
    optionOf(call, '--id'),
    JSON.parse(optionOf(call, '--parameters')).subject,
  ]);
  expect(credentials).toEqual([
    ['tenantry-deploy-swedencentral-id', `${prefix}:environment:swedencentral`],
    ['tenantry-what-if-id', `${prefix}:pull_request`],
  ]);
});

const rbacAdministrator = (calls: string[][]) =>
  called(calls, 'role assignment create').filter(
    (call) => optionOf(call, '--role') === 'Role Based Access Control Administrator',
  );

// The form: Microsoft Learn, "Examples to delegate Azure role assignment management with conditions", constrain roles and
// specific principals.
test('the deploying identity may give the roles of the template to the identity of the app, and no other to anybody', () => {
  const [assignment = [], ...others] = rbacAdministrator(runFromGitHub(ids).calls);
  expect(others).toEqual([]);
  const allowed = Object.values(roles).map(({ id }) => id);
  const only = (source: string, action: string) =>
    `((!(ActionMatches{'Microsoft.Authorization/roleAssignments/${action}'})) OR ` +
    `(@${source}[Microsoft.Authorization/roleAssignments:RoleDefinitionId] ForAnyOfAnyValues:GuidEquals {${allowed.join(', ')}} AND ` +
    `@${source}[Microsoft.Authorization/roleAssignments:PrincipalId] ForAnyOfAnyValues:GuidEquals {${appIdentity}}))`;
  expect(optionOf(assignment, '--assignee')).toBe('tenantry-deploy-swedencentral-id');
  expect(optionOf(assignment, '--condition').replace(/\s+/g, ' ').trim()).toBe(
    `${only('Request', 'write')} AND ${only('Resource', 'delete')}`,
  );
});

test('without an identity of the app the right to give roles is not given at all', () => {
  const { status, calls } = runFromGitHub(ids, '');
  expect(status).not.toBe(0);
  expect(called(calls, 'identity list')).toHaveLength(1);
  expect(rbacAdministrator(calls)).toEqual([]);
});
