import { expect, test } from 'vitest';
import { rankOf } from './killers-first.ts';

test('tests of exact texts go first, property tests and oracles last', () => {
  const files = [
    'cli/checks-page/checks-page.test.ts',
    'audit/checks/entra/roles.test.ts',
    'audit/checks/catalog.test.ts',
    'audit/findings/evaluate-accepted.test.ts',
    'mailflow/spf/spf.property.test.ts',
  ].map((file) => `/api/src/${file}`);
  expect(files.map(rankOf)).toEqual([0, 1, 2, 3, 4]);
  expect(rankOf('/api/src/mailflow/spf/spf-oracle.test.ts')).toBe(4);
});
