import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sectionNames } from '../bench/bench-arguments.ts';
import { configurationMix } from '../faults/configuration-mix.ts';
import { figuresOf, holdsFigures, otherSections, stackSections } from './bench-smokes.ts';
import { brokenTrail, faultsSeed, quickSmokes, smokesInLanes, smokesOfStack, waitingSmoke } from './command-smokes.ts';
import { coveredBySteps, readmeCommands } from './readme-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenantry-smokes-'));
afterAll(() => rmSync(folder, { recursive: true }));
const ground = { folder, origin: 'http://localhost:1', dataDir: folder, simulatorUrl: 'http://localhost:2' };
const smokes = [
  waitingSmoke,
  ...quickSmokes(folder),
  ...smokesOfStack(ground),
  brokenTrail(folder),
  ...smokesInLanes(folder).flat(),
];
const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

test('every command of the README has a smoke run, or is a step of the tests', () => {
  const covered = new Set([...Object.keys(coveredBySteps), ...smokes.map(({ command }) => command)]);
  const commands = readmeCommands(readme);
  expect(commands).toEqual(expect.arrayContaining(['bench', 'soak', 'infra:generate', 'evaluate', 'start', 'test']));
  expect(commands.filter((command) => !covered.has(command))).toEqual([]);
});

test('every script of package.json that people call is in the README’s list or has a smoke run', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const covered = new Set([...Object.keys(coveredBySteps), ...smokes.map(({ command }) => command), 'build']);
  expect(Object.keys(scripts).filter((name) => !covered.has(name))).toEqual([]);
});

test.each(smokes.map((smoke) => [`${smoke.command} (${smoke.what})`, smoke] as const))(
  'the smoke run of %s does not take silence for success',
  (_name, smoke) => {
    const writesNothing = ['licenses', 'infra:generate', 'format'].includes(smoke.command);
    const check = () => smoke.claim({ code: smoke.expectedCode, stdout: '', stderr: '' });
    // What is claimed of these is that files stay as they are.
    if (writesNothing) expect(check).not.toThrow();
    else expect(check).toThrow();
  },
);

test('every section of the benchmark has a smoke run', () => {
  expect([...stackSections, ...otherSections].toSorted()).toEqual([...sectionNames].toSorted());
  expect(Object.keys(figuresOf).toSorted()).toEqual([...sectionNames].toSorted());
});

test('a section without its figures, or with none beside their floor, does not pass', () => {
  const spf = (theirs: number | null) => [{ name: 'one provider', rates: [{ ours: 2, theirs }] }];
  holdsFigures('spf', spf(1));
  expect(() => holdsFigures('spf', undefined)).toThrow('spf is in the file');
  expect(() => holdsFigures('spf', [])).toThrow('spf has figures');
  expect(() => holdsFigures('spf', [{ name: 'one provider', rates: [] }])).toThrow('one provider is more than nothing');
  // As JSON writes what is no number.
  for (const floor of [0, null]) expect(() => holdsFigures('spf', spf(floor))).toThrow('so is its floor');
});

test('under the seed of the smoke run no scan waits for a snapshot that does not come', () => {
  const drawn = [0, 1, 2, 3].map((index) => configurationMix('http://localhost:3', faultsSeed, index).name);
  expect(drawn).not.toEqual(expect.arrayContaining(['hangs']));
  expect(drawn).not.toEqual(expect.arrayContaining(['takes longer than a scan waits']));
});
