import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const folder = join(import.meta.dirname, '../.github/workflows');

interface Job {
  if?: string;
  environment?: string;
  permissions?: Record<string, string>;
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}
interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  return { name, text, workflow: parse(text) as Workflow };
});

test('every action is pinned by its commit, with its version beside it', () => {
  const uses = workflows.flatMap(({ text }) => [...text.matchAll(/uses: (.*)$/gm)].map(([, used]) => used ?? ''));
  expect(uses.length).toBeGreaterThan(10);
  expect(uses.filter((used) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used))).toEqual([]);
  const commits = new Map<string, Set<string>>();
  for (const used of uses) {
    const [action = '', rest = ''] = used.split('@');
    commits.set(action, (commits.get(action) ?? new Set()).add(rest));
  }
  expect([...commits].filter(([, pins]) => pins.size > 1)).toEqual([]);
});

test('a workflow reads what it does not say otherwise, and no job may write to the repository', () => {
  for (const { name, workflow } of workflows) {
    expect([name, workflow.permissions]).toEqual([name, { contents: 'read' }]);
    for (const [job, { permissions = {} }] of Object.entries(workflow.jobs)) {
      const writes = Object.entries(permissions).filter(([, access]) => access === 'write');
      expect([job, writes.filter(([scope]) => scope !== 'id-token')]).toEqual([job, []]);
    }
  }
});

test('checkouts leave no token behind', () => {
  for (const { workflow } of workflows) {
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
  }
});

test('nothing that a stranger writes runs with secrets: no pull_request_target, and no secret but in the deployment', () => {
  for (const { name, text, workflow } of workflows) {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    if (name !== 'deploy.yml') expect([name, /\$\{\{[^}]*secrets\./.test(text)]).toEqual([name, false]);
  }
});

test('a token for Azure is for a job behind an environment, or for one that a fork does not reach', () => {
  for (const { workflow } of workflows) {
    const first = Object.values(workflow.jobs)[0];
    for (const job of Object.values(workflow.jobs)) {
      if (job.permissions?.['id-token'] !== 'write') continue;
      const guarded = job.environment !== undefined || first?.if?.includes('head.repo.full_name == github.repository');
      expect(guarded).toBe(true);
    }
  }
});

test('a shell never reads an expression: values come by the environment, where they are no code', () => {
  const runs = workflows.flatMap(({ workflow }) => Object.values(workflow.jobs).flatMap((job) => job.steps));
  expect(runs.filter(({ run }) => run?.includes('${{'))).toEqual([]);
});
