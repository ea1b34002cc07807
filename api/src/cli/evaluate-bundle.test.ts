import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evaluateBundle } from '../../evaluate-bundle.mjs';
import type { JsonObject } from '../audit/facts/json-reader.ts';
import { nothingDeclared } from '../audit/snapshot/snapshot-declarations.ts';
import { snapshotOf } from '../audit/snapshot/snapshot-facts.ts';
import { demonstrationFacts } from '../audit/testing/demonstration-facts.ts';
import { testNow } from '../audit/testing/verdict-for.ts';
import { judgeSnapshot } from '../domain/evidence/judge-snapshot.ts';

/** What Node 20 lacks, by the object that has it in a newer one. */
const missing: Readonly<Record<string, readonly string[]>> = {
  Map: ['groupBy'],
  Object: ['groupBy'],
  Promise: ['withResolvers', 'try'],
  Array: ['fromAsync'],
  RegExp: ['escape'],
  Error: ['isError'],
  Math: ['f16round', 'sumPrecise'],
  URL: ['parse'],
  'Uint8Array.prototype': ['toBase64', 'toHex', 'setFromBase64', 'setFromHex'],
  Uint8Array: ['fromBase64', 'fromHex'],
  'ArrayBuffer.prototype': ['transfer', 'transferToFixedLength'],
  JSON: ['rawJSON', 'isRawJSON'],
  Intl: ['DurationFormat'],
  'Map.prototype': ['getOrInsert', 'getOrInsertComputed'],
  'Set.prototype': [
    ...['union', 'intersection', 'difference', 'symmetricDifference'],
    ...['isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
  ],
  'Object.getPrototypeOf(Object.getPrototypeOf([].values()))': [
    ...['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
  ],
  globalThis: ['Iterator', 'Float16Array'],
};
const deleting = Object.entries(missing).flatMap(([owner, names]) =>
  names.map((name) => `delete (${owner})[${JSON.stringify(name)}];`),
);
const asNode20 = `data:text/javascript,${encodeURIComponent(deleting.join('\n'))}`;

/** What runs seldom is found by its text. Methods whose names older objects have too are found by running alone. */
const inText =
  /\b(Map|Object)\.groupBy|withResolvers|Promise\.try|fromAsync|RegExp\.escape|isError\(|URL\.parse|DurationFormat|\.(union|intersection|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom|toArray|getOrInsert|toBase64|fromBase64)\(|\.(?:(?:values|keys|entries)\(\)|matchAll\([^()]*\))\.(map|filter|flatMap|take|drop|some|every|find|reduce)\(|Iterator\.|enableCompileCache/g;

let folder = '';
let program = '';
let text = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evaluate-bundle-'));
  program = join(folder, 'evaluate.mjs');
  const { outputFiles } = await build({ ...evaluateBundle, write: false });
  text = outputFiles[0]?.text ?? '';
  writeFileSync(program, text);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the tool in a pack judges each demonstration tenant the same without anything that Node 20 lacks', async () => {
  const takenAt = testNow.toISOString();
  const tenants = (await demonstrationFacts()).map(({ id, name, facts }) => {
    const about = { id, name, domain: 'contoso.example' };
    const marks = { commit: null, isRedacted: false, isSimulated: true };
    const made = snapshotOf({ takenAt, tool: 'Tenantry unbuilt', marks, tenant: about }, facts, nothingDeclared);
    return { id, snapshot: JSON.parse(JSON.stringify(made)) as JsonObject };
  });
  const input = tenants.map((one) => `${JSON.stringify(one)}\n`).join('');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', asNode20, program, '--stdin'], {
    input,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  expect([status, stderr]).toEqual([0, '']);
  const told = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; verdicts: unknown });
  expect(told).toHaveLength(tenants.length);
  for (const [index, { id, snapshot }] of tenants.entries())
    expect(told[index]).toMatchObject({ id, verdicts: JSON.parse(JSON.stringify(judgeSnapshot(snapshot).verdicts)) });
});

test('the tool in a pack holds no call of what Node 20 lacks', () => {
  expect(text.match(inText) ?? []).toEqual([]);
});
