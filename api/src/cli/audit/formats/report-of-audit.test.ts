import { startScan } from '@tenantry/contract/scans';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { priceListOf } from '../../../domain/price-list/price-list.ts';
import { reportModel } from '../../../features/reports/report-data.ts';
import type { ReportModel } from '../../../features/reports/report-model.ts';
import { pdfText } from '../../../features/reports/testing/pdf-text.ts';
import { reportText } from '../../../features/reports/testing/report-text.ts';
import { latestAudit } from '../../../store/latest-audit.ts';
import { everyTenant } from '../../../store/scope.ts';
import type { AuditResult } from '../audit-result.ts';
import { againstBaseline, auditOf, withHostileNames } from '../testing/audit-results.ts';
import { reportOfAudit } from './report-of-audit.ts';
import { pdfFile } from './report-pdf.ts';

describe('beside the report that the stack makes of the same tenant', () => {
  let app: TestApp;
  let stack: ReportModel;
  let own: ReportModel;
  beforeAll(async () => {
    app = await createTestApp();
    const cookie = await app.registerAdmin();
    await app.call(startScan, { body: { tenant_id: weakProfile.id }, cookie });
    await app.drainQueue();
    const tenant = await app.app.stores.tenants.open(everyTenant, weakProfile.id);
    const audit = tenant && (await latestAudit(tenant));
    if (!tenant || !audit) throw new Error('There is no audit');
    const now = new Date(audit.createdAt);
    const look = { timeZone: 'UTC', branding: { color: null, logo: null }, preparedBy: { organization: null } };
    const order = { form: 'full' as const, look, now, trouble: null, priceList: priceListOf(undefined) };
    stack = await reportModel(tenant, audit, null, order);
    own = reportOfAudit(await auditOf('weak', now));
  });
  afterAll(() => app.close());

  test('it has the same score, status, findings, sources and frameworks', () => {
    const told = ({ score, status, coverage, criticalIssues, estimate, unreadSources, frameworks }: ReportModel) => ({
      score,
      status,
      coverage,
      criticalIssues,
      estimate,
      frameworks,
      unread: unreadSources?.map(({ label, state, permission, license }) => ({ label, state, permission, license })),
    });
    expect(told(own)).toEqual(told(stack));
    expect(own.findings.map(({ checkId }) => checkId)).toEqual(stack.findings.map(({ checkId }) => checkId));
  });

  test('it prints the same words', () => {
    expect(reportText(own)).toBe(reportText(stack));
  });
});

describe('the report of an audit', () => {
  let weak: AuditResult;
  beforeAll(async () => {
    weak = await auditOf('weak');
  });

  test('tells what is new against the baseline, what is known and which risks are accepted', () => {
    const result = againstBaseline(weak);
    const text = reportText(reportOfAudit(result));
    expect(text).toContain('Changes since the baseline (October 1, 2026)');
    expect(text).toContain('A baseline keeps no score.');
    expect(text).toContain('Accepted by Ada Lovelace');
    expect(text).toContain('Mar 1, 2027');
    const { findings, acceptedRisks, comparison } = reportOfAudit(result);
    expect(acceptedRisks.map(({ checkId }) => checkId)).toEqual([result.findings[0]?.verdict.checkId]);
    expect(findings.map(({ checkId }) => checkId)).not.toContain(result.findings[0]?.verdict.checkId);
    expect(comparison?.added).toEqual([result.findings[2]?.verdict.checkId]);
    expect(comparison?.worse).toEqual([result.findings[1]?.verdict.checkId]);
  });

  test('prints a risk that was accepted by nobody in particular, for no limited time', () => {
    const text = reportText(reportOfAudit(withHostileNames(weak)));
    expect(text).toContain('Not limited');
    expect(text).not.toContain('on null');
  });

  test('leads to where an administrator grants what is missing, for permissions alone', async () => {
    const mixed = await auditOf('mixed');
    const grantUrl = 'https://login.microsoftonline.com/contoso/adminconsent?client_id=1';
    const sources = reportOfAudit({ ...mixed, grantUrl }).unreadSources ?? [];
    // What Microsoft's own service may not read is granted to that service.
    const isOurs = ({ state, because }: (typeof sources)[number]) => state === 'notPermitted' && because === null;
    expect(sources.some(isOurs)).toBe(true);
    expect(sources.some(({ state, because }) => state === 'notPermitted' && because !== null)).toBe(true);
    for (const source of sources) expect(source.grantUrl).toBe(isOurs(source) ? grantUrl : null);
  });

  test('becomes a PDF whose text can be read back, also of hostile names', async () => {
    for (const result of [weak, withHostileNames(weak)]) {
      const { name, content } = await pdfFile(result);
      expect(name).toBe('report.pdf');
      const { pages, text } = pdfText(content as Uint8Array);
      expect(pages).toBeGreaterThan(8);
      expect(text).toContain(result.findings[1]?.title.split(' ')[0]);
    }
  }, 120_000);
});
