import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');

/** Texts that the specification fixes, Microsoft's own terms, and a field of the API. All else says tenant (decision 060). */
const allowed = [
  'Organization Required',
  'Please select an organization to continue',
  'No Organization Selected',
  'Select an organization to begin managing security audits and tasks',
  'Choose Organization',
  'No organizations available',
  '<MenuGroupHeader>Organizations',
  'Organization Cleared',
  'Loading your organizations...',
  'Create New Organization',
  'Privacy Policy of your organization',
  'where the organization offers it',
  'your own organization',
  'Organization name',
  'No organization name',
  'other-organization',
  '{ organizations }',
  'organizations ===',
  'countOf(organizations,',
];

test('pages call what is scanned a tenant; only texts of the specification and of Microsoft say organization', () => {
  const lines = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !/\.test\.tsx?$|^testing\//.test(file))
    .flatMap((file) =>
      readFileSync(join(source, file), 'utf8')
        .split('\n')
        .map((line) => ({ file, line: line.trim() })),
    );
  const others = lines.filter(({ line }) =>
    /\borganizations?\b/i.test(allowed.reduce((rest, text) => rest.replaceAll(text, ''), line)),
  );
  expect(others).toEqual([]);
});
