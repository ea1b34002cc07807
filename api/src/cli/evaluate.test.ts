import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

const program = fileURLToPath(new URL('./evaluate.ts', import.meta.url));
const Output = z.object({
  verdicts: z.array(z.looseObject({ checkId: z.string(), status: z.string(), references: z.array(z.string()) })),
  score: z.nullable(z.number()),
  coverage: z.object({ evaluated: z.number(), applicable: z.number(), percent: z.number() }),
});
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'evaluate-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(args: string[], input = ''): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [program, ...args], { input, encoding: 'utf8' });
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('a reader that closes the pipe early gets what it asked for, and nobody a stack trace', () => {
  const snapshot = file('pipe.json', '{"securityDefaults":{"isEnabled":true}}');
  // The reader ends before the program has written: with one line of input it would have been read whole.
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', 'set -o pipefail; "$0" "$1" --snapshot "$2" | head -c 1', process.execPath, program, snapshot],
    { encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

describe('evaluate --snapshot', () => {
  test('prints verdicts, score and coverage of a snapshot as JSON', () => {
    const { status, stdout } = run([
      '--snapshot',
      file('a.json', '{"securityDefaults":{"isEnabled":true}}'),
      '--now',
      '2026-11-20T00:00:00Z',
    ]);
    const output = Output.parse(JSON.parse(stdout));
    expect(status).toBe(0);
    expect(output.verdicts.find((verdict) => verdict.checkId === 'ca.legacy')?.status).toBe('pass');
  });

  test.each([
    ['a file that is not there', () => join(folder, 'none.json'), 'cannot read'],
    ['a file that is not JSON', () => file('b.json', '{'), 'is not JSON'],
    ['JSON that is no object', () => file('c.json', '[1]'), 'not a JSON object'],
  ])('says what is wrong with %s and ends with 2', (_, path, message) => {
    const { status, stdout, stderr } = run(['--snapshot', path()]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  test.each([[[]], [['--snapshot']], [['--unknown']], [['--stdin', '--now', 'yesterday-ish']]])(
    'ends with 2 for the arguments %j',
    (args) => {
      expect(run(args)).toMatchObject({ status: 2, stdout: '' });
    },
  );
});

describe('evaluate --snapshot of a file that an audit wrote', () => {
  const failing = {
    state: 'failed',
    fetchedAt: '2026-11-20T00:00:00Z',
    reason: 'notPermitted',
    status: 403,
    code: 'x',
    message: '',
  };
  const scores = (createdDateTime: string): object => ({
    state: 'ok',
    fetchedAt: createdDateTime,
    value: [{ id: 's', createdDateTime, currentScore: 79, maxScore: 80, controlScores: [] }],
  });
  const snapshot = (facts: object, version = 1): string =>
    JSON.stringify({ tenantry: { snapshot: version, takenAt: '2025-01-10T00:00:00Z', tool: 'Tenantry' }, facts });
  const statusOf = (stdout: string, id: string): string | undefined =>
    Output.parse(JSON.parse(stdout)).verdicts.find(({ checkId }) => checkId === id)?.status;

  test('judges its facts, as of when it was taken', () => {
    const path = file('audit.json', snapshot({ secureScores: scores('2025-01-09T00:00:00Z'), users: failing }));
    const then = run(['--snapshot', path]);
    const later = run(['--snapshot', path, '--now', '2026-11-20T00:00:00Z']);
    expect([then.status, later.status]).toEqual([0, 0]);
    expect(statusOf(then.stdout, 'score.secure')).toBe('pass');
    expect(statusOf(later.stdout, 'score.secure')).toBe('couldNotCheck');
  });

  test('ends with 2 where a newer version wrote it, and says so', () => {
    const { status, stdout, stderr } = run(['--snapshot', file('newer.json', snapshot({}, 2))]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('Update Tenantry');
  });
});

describe('evaluate --stdin', () => {
  test('answers each line with its id, in order, and goes on after a bad one', () => {
    const lines = [
      '{"id":"a","snapshot":{}}',
      'nonsense',
      '{"id":7,"snapshot":[]}',
      '',
      '{"id":"d","snapshot":{"domains":[]}}',
    ];
    const { status, stdout } = run(['--stdin'], lines.join('\n'));
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => z.looseObject({ id: z.unknown() }).parse(JSON.parse(line)));
    expect(status).toBe(0);
    expect(answers.map((answer) => answer.id)).toEqual(['a', null, 7, 'd']);
    expect(answers.map((answer) => 'error' in answer)).toEqual([false, true, true, false]);
  });
});
