import { expect, test } from 'vitest';
import { namesOfBrowserTests } from './browser-test-names.ts';

test('a name has its groups before it, but neither its file nor a group without a name', () => {
  const group = { title: 'light', file: 'a.spec.ts', specs: [{ title: 'on /overview' }] };
  const unnamed = { title: '', file: 'a.spec.ts', suites: [group] };
  expect(
    namesOfBrowserTests([{ title: 'a.spec.ts', file: 'a.spec.ts', specs: [{ title: 'alone' }], suites: [unnamed] }]),
  ).toEqual(['alone', 'light > on /overview']);
});
