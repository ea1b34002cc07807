import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatFault } from './faults.ts';
import { Project } from './project.ts';
import { checkWorkflows } from './rules-workflows.ts';

const PIN = 'actions/checkout@93cb6efe18208431cddfb8368fd83d5badbf9bfd # v5.0.1';
const good = `name: Example
on: push
permissions:
  contents: read
jobs:
  one:
    runs-on: ubuntu-24.04
    steps:
      - uses: ${PIN}
      - uses: ./.github/actions/own
      - run: echo "\${{ github.sha }}"
`;

async function faultsOf(text: string): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'infra-check-'));
  mkdirSync(join(root, '.github/workflows'), { recursive: true });
  writeFileSync(join(root, '.github/workflows/one.yml'), text);
  try {
    const project = new Project(root);
    expect(await checkWorkflows(project)).toBe(1);
    return project.faults.map(formatFault);
  } finally {
    rmSync(root, { recursive: true });
  }
}

test('a workflow with pinned actions and named permissions has no fault', async () => {
  expect(await faultsOf(good)).toEqual([]);
});

test.each([
  ['an expression that does not exist', 'github.sha', 'github.shaa', 11, 'property "shaa" is not defined'],
  ['an expression that is not closed', `\${{ github.sha }}`, `\${{ github.sha`, 11, '[actionlint: expression]'],
  ['a key that does not exist', 'runs-on:', 'run-on:', 7, 'unexpected key "run-on"'],
  ['a runner that does not exist', 'ubuntu-24.04', 'ubuntu-24.05', 7, 'label "ubuntu-24.05" is unknown'],
  ['an action pinned by tag', PIN, 'actions/checkout@v5', 9, 'actions/checkout@v5 is not pinned'],
  ['an action pinned by branch', PIN, 'actions/checkout@main', 9, 'is not pinned'],
  ['a commit cut short', PIN, 'actions/checkout@93cb6efe1820 # v5.0.1', 9, 'is not pinned'],
  ['a commit without its version', ' # v5.0.1', '', 9, 'which version actions/checkout'],
  ['an image pinned by tag', PIN, 'docker://alpine:3.20', 9, 'it needs @sha256'],
  [
    'a trigger that hands secrets to strangers',
    'on: push',
    'on: pull_request_target',
    2,
    'pull_request_target runs with secrets',
  ],
  ['permissions to write all', 'permissions:\n  contents: read', 'permissions: write-all', 3, 'write-all is more'],
  ['no permissions at all', 'permissions:\n  contents: read\n', '', 1, '`permissions:` is missing'],
  [
    'workflows that follow on a stranger',
    'on: push',
    'on:\n  workflow_run:\n    workflows: [A]',
    3,
    'workflow_run runs',
  ],
  ['a secret within a script', 'github.sha', 'secrets.CODE', 11, 'secrets within a script can be read'],
  ['a script that npm has not', 'echo "', 'npm run builds && echo "', 11, 'package.json has no script builds'],
  [
    'a compiler that is not the pinned one',
    'on: push',
    'on: push\nenv:\n  BICEP_VERSION: v0.46.1',
    4,
    'infra/bicep/main.json is compiled by Bicep',
  ],
  ['a file that is not there', 'echo "', 'node infra/none.ts "', 11, 'there is no infra/none.ts'],
  [
    'a secret that is printed',
    `- run: echo "\${{ github.sha }}"`,
    `- run: |\n          set -e\n          echo "$CODE"\n        env:\n          CODE: \${{ secrets.CODE }}`,
    13,
    'CODE is a secret, which is printed here',
  ],
  ['YAML that does not parse', '    steps:', '   steps:', 5, 'could not parse as YAML'],
])('%s is a fault at its line', async (_title, from, to, line, message) => {
  expect(good).toContain(from);
  const found = await faultsOf(good.replace(from, () => to));
  expect(found).toContainEqual(expect.stringContaining(message));
  expect(found.map((one) => Number(one.split(':')[1]))).toContain(line);
});

test('a secret that a script reads from its environment is no fault', async () => {
  const run = `- run: |
          node take.js
          echo "$CODE" | base64 > code
        env:
          CODE: \${{ secrets.CODE }}`;
  expect(await faultsOf(good.replace(`- run: echo "\${{ github.sha }}"`, () => run))).toEqual([]);
});
