import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkArrows } from './check-arrows.ts';
import { findImports } from './find-imports.ts';

const config = join(import.meta.dirname, '../../.dependency-cruiser.cjs');
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tenantry-arrows-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A small house that keeps all the rules. */
const HOUSE: Record<string, string> = {
  'contract/src/verdicts.ts': "import * as z from 'zod/mini'; export const Verdict = z.string();",
  'api/src/ports/clock.ts': "import type { Verdict } from '@tenantry/contract/verdicts'; export type Clock = Verdict;",
  'api/src/adapters/system-clock.ts':
    "import type { Clock } from '../ports/clock.ts'; import 'node:sqlite'; export type A = Clock;",
  'api/src/ports/record-store.ts': 'export type RecordStore = string;',
  'api/src/store/containers.ts':
    "import type { RecordStore } from '../ports/record-store.ts'; export type C = RecordStore;",
  'api/src/store/scope.ts': "import type { C } from './containers.ts'; export type Scope = C;",
  'api/src/domain/finding/order.ts': "import type { Scope } from '../../store/scope.ts'; export type Order = Scope;",
  'api/src/audit/score.ts': "import type { Clock } from '../ports/clock.ts'; export type Score = Clock;",
  'api/src/audit/microsoft/names.ts': 'export type Names = string;',
  'api/src/audit/facts/facts.ts': "import type { Names } from '../microsoft/names.ts'; export type Facts = Names;",
  'api/src/audit/collect/graph.ts': "import type { Facts } from '../facts/facts.ts'; export type Collect = Facts;",
  'api/src/audit/checks/shared/check.ts':
    "import type { Facts } from '../../facts/facts.ts'; export type Check = Facts;",
  'api/src/audit/checks/entra/mfa.ts': "import type { Check } from '../shared/check.ts'; export type Mfa = Check;",
  'api/src/audit/findings/urgency.ts': "import type { Mfa } from '../checks/entra/mfa.ts'; export type Urgency = Mfa;",
  'api/src/audit/snapshot/file.ts':
    "import type { Urgency } from '../findings/urgency.ts'; export type File = Urgency;",
  'api/src/audit/testing/fake.ts': "import '@tenantry/simulator/main';",
  'api/src/features/tasks/tasks-routes.ts': "import type { Score } from '../../audit/score.ts'; export type T = Score;",
  'api/src/features/scans/scans-service.ts': 'export type Scan = string;',
  'api/src/compose.ts': "import './adapters/system-clock.ts';",
  'api/src/main.ts': "import '@azure/functions'; import './compose.ts';",
  'frontend/src/lib/format.ts': 'export const format = String;',
  'frontend/src/lib/api-client.ts': "import '@tenantry/contract/verdicts'; export const call = String;",
  'frontend/src/ui/table.tsx':
    "import { format } from '../lib/format.ts'; export const Table = () => <b>{format(1)}</b>;",
  'frontend/src/blocks/badge.tsx':
    "import { Table } from '../ui/table.tsx'; import '../lib/api-client.ts'; export const Badge = Table;",
  'frontend/src/features/tasks/tasks-page.tsx':
    "import { Table } from '../../ui/table.tsx'; import '../../blocks/badge.tsx'; export const P = Table;",
  'frontend/src/app/router.tsx': "import { P } from '../features/tasks/tasks-page.tsx'; export const R = P;",
  'simulator/src/main.ts': "import '@tenantry/contract/verdicts'; import 'node:http';",
  'local/stack.ts': "import 'node:child_process'; export const stack = 1;",
  'lab/faults/scans.ts': "import { stack } from '../../local/stack.ts'; export const scans = stack;",
  'infra/settings.ts': "import { stack } from '../local/stack.ts'; export const settings = stack;",
  'e2e/faults.spec.ts': "import { scans } from '../lab/faults/scans.ts'; export const spec = scans;",
};

function check(planted: Record<string, string> = {}) {
  for (const [file, source] of Object.entries({ ...HOUSE, ...planted })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), source);
  }
  return checkArrows(root, config, join(root, '.mirror'));
}

test('a house that keeps the rules passes, and every file was read', () => {
  const result = check();
  expect(result).toMatchObject({ ok: true, files: Object.keys(HOUSE).length });
});

/** What is forbidden, the file that does it, its source, and the rule by which it is. */
const BREACHES: [title: string, file: string, source: string, rule: string][] = [
  [
    'a type from an adapter in a feature',
    'api/src/features/tasks/x.ts',
    "import type { A } from '../../adapters/system-clock.ts'; export type X = A;",
    'compose-alone-imports-adapters',
  ],
  [
    'an inline type import',
    'api/src/features/tasks/x.ts',
    "export type X = import('../../adapters/system-clock.ts').A;",
    'features-do-not-reach-outwards',
  ],
  [
    'a type re-exported',
    'api/src/features/tasks/x.ts',
    "export type { Scan } from '../scans/scans-service.ts';",
    'features-do-not-know-siblings',
  ],
  [
    'a dynamic import',
    'api/src/features/tasks/x.ts',
    "export const x = () => import('../scans/scans-service.ts');",
    'features-do-not-know-siblings',
  ],
  [
    'the record store in a feature',
    'api/src/features/tasks/x.ts',
    "import type { RecordStore } from '../../ports/record-store.ts'; export type X = RecordStore;",
    'features-have-bound-records-only',
  ],
  [
    'a container in a feature',
    'api/src/features/tasks/x.ts',
    "import type { C } from '../../store/containers.ts'; export type X = C;",
    'features-have-bound-records-only',
  ],
  [
    'a container on the way in',
    'api/src/http/x.ts',
    "import type { C } from '../store/containers.ts'; export type X = C;",
    'features-have-bound-records-only',
  ],
  [
    'a rule in the store',
    'api/src/store/x.ts',
    "import type { Order } from '../domain/finding/order.ts'; export type X = Order;",
    'the-store-lies-below-the-rules',
  ],
  [
    'a feature in a shared rule',
    'api/src/domain/finding/x.ts',
    "import type { Scan } from '../../features/scans/scans-service.ts'; export type X = Scan;",
    'the-domain-lies-below-features',
  ],
  [
    'an SDK type in a feature',
    'api/src/features/tasks/x.ts',
    "import type { CosmosClient } from '@azure/cosmos'; export type X = CosmosClient;",
    'sdks-live-in-adapters',
  ],
  [
    'the database outside the adapters',
    'api/src/http/x.ts',
    "import { DatabaseSync } from 'node:sqlite'; export const x = DatabaseSync;",
    'sdks-live-in-adapters',
  ],
  [
    'Azure Functions in a feature',
    'api/src/features/tasks/x.ts',
    "import type { Cookie } from '@azure/functions'; export type X = Cookie;",
    'azure-functions-at-the-door-only',
  ],
  [
    'a clock of its own in a check',
    'api/src/audit/x.ts',
    "import { readFileSync } from 'node:fs'; export const x = readFileSync;",
    'audit-is-a-pure-core',
  ],
  [
    'an adapter that knows a feature',
    'api/src/adapters/x.ts',
    "import type { Scan } from '../features/scans/scans-service.ts'; export type X = Scan;",
    'adapters-know-ports-only',
  ],
  [
    'what Microsoft is, with facts of a tenant',
    'api/src/audit/microsoft/x.ts',
    "import type { Facts } from '../facts/facts.ts'; export type X = Facts;",
    'audit-microsoft-looks-down',
  ],
  [
    'facts with how they are collected',
    'api/src/audit/facts/x.ts',
    "import type { Collect } from '../collect/graph.ts'; export type X = Collect;",
    'audit-facts-looks-down',
  ],
  [
    'a collector with a check',
    'api/src/audit/collect/x.ts',
    "import type { Check } from '../checks/shared/check.ts'; export type X = Check;",
    'audit-collect-looks-down',
  ],
  [
    'a check that collects',
    'api/src/audit/checks/entra/x.ts',
    "import type { Collect } from '../../collect/graph.ts'; export type X = Collect;",
    'checks-do-not-collect',
  ],
  [
    'a check with findings',
    'api/src/audit/checks/entra/x.ts',
    "import type { Urgency } from '../../findings/urgency.ts'; export type X = Urgency;",
    'audit-checks-looks-down',
  ],
  [
    'a shared part that knows a check',
    'api/src/audit/checks/shared/x.ts',
    "import type { Mfa } from '../entra/mfa.ts'; export type X = Mfa;",
    'shared-parts-of-checks-know-no-check',
  ],
  [
    'the engine for Conditional Access with a check',
    'api/src/audit/checks/conditional-access/x.ts',
    "import type { Mfa } from '../entra/mfa.ts'; export type X = Mfa;",
    'conditional-access-knows-no-check',
  ],
  [
    'findings that collect',
    'api/src/audit/findings/x.ts',
    "import type { Collect } from '../collect/graph.ts'; export type X = Collect;",
    'findings-do-not-collect',
  ],
  [
    'findings with the snapshot file',
    'api/src/audit/findings/x.ts',
    "import type { File } from '../snapshot/file.ts'; export type X = File;",
    'audit-findings-looks-down',
  ],
  [
    'a port that knows the audit',
    'api/src/ports/x.ts',
    "import type { Score } from '../audit/score.ts'; export type X = Score;",
    'ports-are-interfaces',
  ],
  ['the contract with another package', 'contract/src/x.ts', "import 'jose';", 'contract-imports-zod-only'],
  [
    'the simulator with the API',
    'simulator/src/x.ts',
    "import type { Score } from '@tenantry/api/audit/score'; export type X = Score;",
    'simulator-knows-the-contract-only',
  ],
  [
    'the browser with the API',
    'frontend/src/lib/x.ts',
    "import type { Score } from '@tenantry/api/audit/score'; export type X = Score;",
    'the-browser-knows-the-contract-only',
  ],
  [
    'a page with its sibling',
    'frontend/src/features/audit/x.tsx',
    "import { P } from '../tasks/tasks-page.tsx'; export const X = P;",
    'pages-do-not-know-siblings',
  ],
  [
    'the kit with a page',
    'frontend/src/ui/x.tsx',
    "import { P } from '../features/tasks/tasks-page.tsx'; export const X = P;",
    'ui-is-a-kit',
  ],
  [
    'the kit with a block',
    'frontend/src/ui/x.tsx',
    "import { Badge } from '../blocks/badge.tsx'; export const X = Badge;",
    'ui-is-a-kit',
  ],
  [
    'the kit with the contract',
    'frontend/src/ui/x.tsx',
    "import type { Verdict } from '@tenantry/contract/verdicts'; export type X = Verdict;",
    'ui-knows-neither-contract-nor-api',
  ],
  [
    'the kit with the API client',
    'frontend/src/ui/x.tsx',
    "import { call } from '../lib/api-client.ts'; export const X = call;",
    'ui-knows-neither-contract-nor-api',
  ],
  [
    'a block with a page',
    'frontend/src/blocks/x.tsx',
    "import { P } from '../features/tasks/tasks-page.tsx'; export const X = P;",
    'blocks-do-not-know-pages',
  ],
  [
    'a page with the shell',
    'frontend/src/features/tasks/x.tsx',
    "import { R } from '../../app/router.tsx'; export const X = R;",
    'pages-do-not-know-the-shell',
  ],
  [
    'the ground with the kit',
    'frontend/src/lib/x.ts',
    "import { Table } from '../ui/table.tsx'; export const X = Table;",
    'lib-is-the-ground',
  ],
  [
    'a test double in a feature',
    'api/src/features/tasks/x.ts',
    "import '../../audit/testing/fake.ts';",
    'products-do-not-import-test-doubles',
  ],
  [
    'the local stack with the lab',
    'local/x.ts',
    "import { scans } from '../lab/faults/scans.ts'; export const x = scans;",
    'the-local-stack-knows-no-measurement',
  ],
  [
    'the lab with a browser test',
    'lab/x.ts',
    "import { spec } from '../e2e/faults.spec.ts'; export const x = spec;",
    'the-lab-knows-no-browser-test',
  ],
  [
    'the deployment with a browser test',
    'infra/x.ts',
    "import { spec } from '../e2e/faults.spec.ts'; export const x = spec;",
    'the-deployment-knows-no-measurement',
  ],
  [
    'the product with its deployment',
    'api/src/features/tasks/x.ts',
    "import { settings } from '../../../../infra/settings.ts'; export const x = settings;",
    'products-do-not-import-tooling',
  ],
  [
    'a clock of its own in the mail engine',
    'api/src/mailflow/x.ts',
    "import { readFileSync } from 'node:fs'; export const x = readFileSync;",
    'mailflow-is-a-pure-core',
  ],
  [
    'the way in with a feature',
    'api/src/http/x.ts',
    "import type { Scan } from '../features/scans/scans-service.ts'; export type X = Scan;",
    'http-knows-no-feature',
  ],
  [
    'a registry in a feature',
    'api/src/features/tasks/x.ts',
    "import '../../compose.ts';",
    'nobody-imports-the-entries',
  ],
  [
    'the simulator in a feature',
    'api/src/features/tasks/x.ts',
    "import '@tenantry/simulator/main';",
    'the-api-meets-the-simulator-over-http',
  ],
  [
    'the local stack in a feature',
    'api/src/features/tasks/x.ts',
    "import '../../../../local/stack.ts';",
    'products-do-not-import-tooling',
  ],
];

/** Each in a file of its own, which nothing imports: so one house can have them all, and no process is started for each. */
const planted = BREACHES.map(([title, file, source, rule], index) => {
  const [folder, extension] = file.split(/x(?=\.tsx?$)/);
  return { title, file: `${folder}x${index}${extension}`, source, rule };
});

describe('a house with every breach', () => {
  let result: ReturnType<typeof check>;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'tenantry-arrows-'));
    result = check(Object.fromEntries(planted.map(({ file, source }) => [file, source])));
    rmSync(root, { recursive: true });
  });

  test('does not pass, and every file was read', () => {
    expect(result).toMatchObject({ ok: false, files: Object.keys(HOUSE).length + BREACHES.length });
  });

  test.each(planted)('$title is reported', ({ file, rule }) => {
    expect(result.report).toContain(`error ${rule}: ${file} → `);
  });

  test('has no breach in what keeps the rules', () => {
    const breakers = [...result.report.matchAll(/error [\w-]+: (\S+)/g)].map(([, file]) => file);
    expect(new Set(breakers)).toEqual(new Set(planted.map(({ file }) => file)));
  });
});

test('a single breach is reported, and alone keeps the house from passing', () => {
  const [breach] = planted;
  if (breach === undefined) throw new Error('There is no breach');
  const result = check({ [breach.file]: breach.source });
  expect(result.ok).toBe(false);
  expect(result.report).toContain(`error ${breach.rule}: ${breach.file} → `);
});

test('two files that import each other is reported', () => {
  const result = check({ 'api/src/compose.ts': "import './main.ts';" });
  expect(result.ok).toBe(false);
  expect(result.report).toContain('error no-circles: api/src/compose.ts → ');
});

test('the kit cannot come by the contract through another file', () => {
  const result = check({
    'frontend/src/lib/session.ts': "import { call } from './api-client.ts'; export const session = call;",
    'frontend/src/ui/x.tsx': "import { session } from '../lib/session.ts'; export const X = session;",
  });
  expect(result.ok).toBe(false);
  expect(result.report).toContain('error ui-knows-neither-contract-nor-api: frontend/src/ui/x.tsx → ');
});

test('a file that does not parse is an error and not a file without imports', () => {
  expect(() => findImports('a.ts', 'import { from')).toThrow('a.ts');
});

test('every rule has a planted breach', () => {
  const rules = createRequire(import.meta.url)(config).forbidden as { name: string }[];
  const tests = readFileSync(import.meta.filename, 'utf8');
  expect(rules.map(({ name }) => name).filter((name) => !new RegExp(`'(error )?${name}[':]`).test(tests))).toEqual([]);
});
