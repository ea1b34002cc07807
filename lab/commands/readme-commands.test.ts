import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { brokenTrail, smokesAlone, smokesOfStack, waitingSmokes } from './command-smokes.ts';
import { coveredBySteps, readmeCommands } from './readme-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenantry-smokes-'));
afterAll(() => rmSync(folder, { recursive: true }));
const ground = { folder, origin: 'http://localhost:1', dataDir: folder, simulatorUrl: 'http://localhost:2' };
const smokes = [...smokesAlone(folder), ...smokesOfStack(ground), brokenTrail(folder), ...waitingSmokes()];
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
