import { Audit, getLatestAudit } from '@tenantry/contract/audits';
import { FrameworkCompliance, getFrameworkCompliance } from '@tenantry/contract/compliance';
import { startScan } from '@tenantry/contract/scans';
import { createTask, TaskDetails } from '@tenantry/contract/tasks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { articleOfCheck } from '../../audit/findings/remedies/remedies.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';

let app: TestApp;
let cookie: string;
let audit: Audit;
beforeAll(async () => {
  app = await createTestApp();
  cookie = await app.registerAdmin();
  await app.call(startScan, { body: { tenant_id: weak }, cookie });
  await app.drainQueue();
  audit = z.parse(Audit, (await app.call(getLatestAudit, { tenantId: weak, cookie })).json);
});
afterAll(() => app.close());

test('every check and every recommendation of an audit names the article that fixes it', () => {
  const verdicts = Object.values(audit.categories ?? {}).flatMap((category) => category.verdicts);
  expect(verdicts.length).toBeGreaterThan(100);
  for (const { checkId, article } of [...verdicts, ...audit.recommendations]) {
    expect(article, checkId).toBe(articleOfCheck(checkId));
    expect(article, checkId).not.toBeNull();
  }
});

test('every check of a framework names its article', async () => {
  const answer = await app.call(getFrameworkCompliance, {
    params: { framework: 'cis-m365' },
    query: { tenantId: weak },
    cookie,
  });
  const checks = (z.parse(FrameworkCompliance, answer.json).controls ?? []).flatMap((control) => control.checks);
  expect(checks.length).toBeGreaterThan(0);
  expect(checks.filter(({ article }) => article === null)).toEqual([]);
});

test('a task of a check names its article, one made by hand names none', async () => {
  const made = async (checkId: string | undefined) => {
    const body = {
      tenantId: weak,
      checkId,
      title: 'Work',
      description: 'To be done',
      category: 'mfa' as const,
      priority: 'high' as const,
    };
    return z.parse(TaskDetails, (await app.call(createTask, { body, cookie })).json);
  };
  expect((await made('ca.mfa.all')).article).toBe('require-mfa');
  expect((await made(undefined)).article).toBeNull();
});
