import { downloadCompliance } from '@tenantry/contract/compliance';
import { downloadFindings } from '@tenantry/contract/findings';
import { startScan } from '@tenantry/contract/scans';
import { listTenants } from '@tenantry/contract/tenants';
import { textProblem } from '@tenantry/contract/text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import { shapes } from '../../store/shapes.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { tenantOfDirectory } from './tenant-of-directory.ts';

const cutName = `${'A'.repeat(199)}\ud83d`;

describe('the name of a tenant', () => {
  let app: TestApp;
  let cookie: string;
  let tenantId: string;
  beforeAll(async () => {
    app = await createTestApp();
    cookie = await app.signInAs('admin', { kind: 'all' });
    [tenantId = ''] = await app.tenantIds();
  });
  afterAll(() => app.close());

  it.each([
    ['is cut between characters', { name: `${'A'.repeat(199)}😀`, domain: 'a.example' }, 'A'.repeat(199)],
    ['loses what cannot be read', { name: 'Con\u202etoso\0\n Ltd', domain: 'b.\u200bexample' }, 'Contoso Ltd'],
    ['keeps its joiners', { name: 'شرکت می\u200cخواهم', domain: 'c.example' }, 'شرکت می\u200cخواهم'],
    ['is the id of its directory where nothing of it can be seen', { name: '\u200b\u3164', domain: '' }, null],
  ])('%s', async (_, organization, name) => {
    const id = crypto.randomUUID();
    const { stores, trail, clock } = app.app;
    const { tenant } = await tenantOfDirectory({ ...stores, trail, clock }, id, organization, 'ada');
    expect([tenant.name, tenant.displayName]).toEqual([name ?? id, name ?? id]);
    expect(textProblem(tenant.domain)).toBeNull();
  });

  it('that was kept cut within a character is a name of each file all the same', async () => {
    const tenants = app.app.records.partition<TenantRecord>(containers.tenants, globalPartition);
    await app.call(startScan, { body: { tenant_id: tenantId }, cookie });
    await app.drainQueue();
    await update(tenants, tenantId, (tenant) => ({ ...tenant, name: cutName, displayName: cutName }));
    const params = { id: tenantId };
    for (const answer of [
      await app.call(downloadFindings, { params, cookie }),
      await app.call(downloadFindings, { params, cookie, query: { format: 'csv' } }),
      await app.call(downloadCompliance, { params, cookie, query: { framework: 'cis-m365' } }),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.headers['content-disposition']).toContain(`${'A'.repeat(199)}.`);
    }
    expect((await app.call(listTenants, { cookie })).status).toBe(200);
  });

  it('of a record of before is made readable when the record is read', () => {
    const before = { id: 'a', name: cutName, displayName: 'x\u202ey', nameKey: cutName };
    expect(shapes.tenants.upgrades[2]?.(before)).toEqual({ ...before, name: 'A'.repeat(199), displayName: 'xy' });
  });
});
