import { changeChecklist } from '@tenantry/contract/checklist';
import { startScan } from '@tenantry/contract/scans';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp, firstAdmin, type TestApp } from '../../../testing/test-app.ts';
import { priceListOf } from '../../domain/price-list/price-list.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { everyTenant } from '../../store/scope.ts';
import { reportModel } from './report-data.ts';
import { sampleReport } from './report-samples.ts';
import { reportText } from './testing/report-text.ts';

const unbranded = {
  timeZone: 'UTC',
  branding: { color: null, logo: null },
  preparedBy: { organization: null },
};

const item = {
  title: 'Legacy authentication',
  whatToVerify: 'No device signs in with it.',
  checked: true,
  comment: 'Asked the customer',
  by: 'Dana Doe',
  at: '2026-11-20T10:00:00.000Z',
};

describe('the manual checklist in a report', () => {
  let app: TestApp | undefined;
  afterEach(() => app?.close());

  it('has a page of its own, with who verified what and when', () => {
    const open = { ...item, title: 'External sharing', checked: false, comment: '', by: null, at: null };
    const text = reportText({ ...sampleReport(3), checklist: [item, open] });
    for (const part of [
      'Manual checklist',
      '1 of 2 items were verified by hand.',
      'Asked the customer',
      'Dana Doe, Nov 20, 2026',
      'Not verified',
    ])
      expect(text).toContain(part);
  });

  it('is not there where nobody has said anything of it', () => {
    expect(reportText(sampleReport(3))).not.toContain('Manual checklist');
  });

  it('comes from the tenant, whichever of its scans is reported, and moves no score', async () => {
    app = await createTestApp();
    const cookie = await app.registerAdmin();
    const { json } = await app.call(startScan, { body: { tenant_id: weakProfile.id }, cookie });
    await app.drainQueue();
    const model = async () => {
      const tenant = await app?.app.stores.tenants.open(everyTenant, weakProfile.id);
      const audit = tenant && (await latestAudit(tenant));
      if (!tenant || !audit) throw new Error('There is no audit');
      const priceList = priceListOf(undefined);
      return reportModel(tenant, audit, null, {
        form: 'full',
        look: unbranded,
        now: new Date(),
        trouble: null,
        priceList,
      });
    };
    const before = await model();
    expect(before.checklist).toBeUndefined();
    const items = [{ itemId: 'legacy_auth', checked: true, comment: 'Asked' }];
    await app.call(changeChecklist, { params: { scanId: String(json.scanLogId) }, body: { items }, cookie });
    const after = await model();
    expect(after.checklist).toHaveLength(5);
    expect(after.checklist?.[2]).toMatchObject({ checked: true, comment: 'Asked', by: firstAdmin.displayName });
    expect([after.score, after.findings.length]).toEqual([before.score, before.findings.length]);
  });
});
