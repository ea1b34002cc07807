import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkArrows } from './check-arrows.ts';
import { findImports } from './find-imports.ts';

const config = join(import.meta.dirname, '../.dependency-cruiser.cjs');
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
  'api/src/audit/score.ts': "import type { Clock } from '../ports/clock.ts'; export type Score = Clock;",
  'api/src/audit/testing/fake.ts': "import '@tenantry/simulator/main';",
  'api/src/features/tasks/tasks-routes.ts': "import type { Score } from '../../audit/score.ts'; export type T = Score;",
  'api/src/features/scans/scans-service.ts': 'export type Scan = string;',
  'api/src/compose.ts': "import './adapters/system-clock.ts';",
  'api/src/main.ts': "import '@azure/functions'; import './compose.ts';",
  'frontend/src/lib/format.ts': 'export const format = String;',
  'frontend/src/ui/table.tsx':
    "import { format } from '../lib/format.ts'; export const Table = () => <b>{format(1)}</b>;",
  'frontend/src/features/tasks/tasks-page.tsx': "import { Table } from '../../ui/table.tsx'; export const P = Table;",
  'simulator/src/main.ts': "import '@tenantry/contract/verdicts'; import 'node:http';",
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

test.each([
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
    'a test double in a feature',
    'api/src/features/tasks/x.ts',
    "import '../../audit/testing/fake.ts';",
    'products-do-not-import-test-doubles',
  ],
  ['two files that import each other', 'api/src/compose.ts', "import './main.ts';", 'no-circles'],
])('%s is reported', (_, file, source, rule) => {
  const result = check({ [file]: source });
  expect(result.ok).toBe(false);
  expect(result.report).toContain(`error ${rule}: ${file} → `);
});

test('a file that does not parse is an error and not a file without imports', () => {
  expect(() => findImports('a.ts', 'import { from')).toThrow('a.ts');
});
