import { expect, test } from 'vitest';
import { mutationSummary } from './mutation-summary.ts';

const mutants = (...statuses: string[]) => ({
  mutants: statuses.map((status, index) => ({ status, mutatorName: index === 0 ? 'StringLiteral' : 'Regex' })),
});

test('the score counts what was detected out of what could be', () => {
  const summary = mutationSummary({
    files: {
      'b/x.ts': mutants('Survived', 'Killed', 'Timeout', 'RuntimeError'),
      'a/x.ts': mutants('NoCoverage', 'Survived'),
      'b/y.ts': mutants('Killed'),
    },
  });
  expect(summary.split('\n').slice(2, 5)).toEqual([
    '| `a` | 2 | 0 | 2 | 0 | 0.00 % |',
    '| `b` | 5 | 3 | 1 | 1 | 75.00 % |',
    '| all | 7 | 3 | 3 | 1 | 50.00 % |',
  ]);
  expect(summary.split('\n').slice(-2)).toEqual(['| StringLiteral | 2 |', '| Regex | 1 |']);
});

test('a file of which nothing could be detected has no score', () => {
  expect(mutationSummary({ files: { 'a/x.ts': mutants('RuntimeError') } })).toContain('| `a` | 1 | 0 | 0 | 1 | – |');
});
