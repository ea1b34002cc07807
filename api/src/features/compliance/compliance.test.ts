import {
  Compliance,
  ControlStatus,
  downloadCompliance,
  FrameworkCompliance,
  FrameworkId,
  getCompliance,
  getFrameworkCompliance,
} from '@tenantry/contract/compliance';
import { acceptFinding, getFinding, setFindingStatus, withdrawAcceptance } from '@tenantry/contract/findings';
import { frameworkLabels } from '@tenantry/contract/labels';
import { startScan } from '@tenantry/contract/scans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { catalog } from '../../audit/checks/catalog.ts';
import { all } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const unlicensed = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';

describe('compliance', () => {
  let app: TestApp;
  let cookie: string;
  let administrator: string;
  let unscanned: string;
  beforeAll(async () => {
    app = await createTestApp();
    administrator = await app.registerAdmin();
    cookie = await app.signInAs('technician', { kind: 'all' });
    unscanned = (await app.tenantIds()).find((id) => id !== weak && id !== unlicensed) ?? '';
    for (const tenantId of [weak, unlicensed])
      await app.call(startScan, { body: { tenant_id: tenantId }, cookie: administrator });
    await app.drainQueue();
  });
  afterAll(() => app.close());

  const compliance = async (tenantId: string) =>
    z.parse(Compliance, (await app.call(getCompliance, { query: { tenantId }, cookie })).json);
  const framework = async (id: FrameworkId, tenantId = weak) => {
    const answer = await app.call(getFrameworkCompliance, { params: { framework: id }, query: { tenantId }, cookie });
    return z.parse(FrameworkCompliance, answer.json);
  };

  it('tells of every framework how much was assessed and judged', async () => {
    const { frameworks, auditedAt, isSimulated, reason } = await compliance(weak);
    expect({ isSimulated, reason }).toEqual({ isSimulated: true, reason: null });
    expect(Date.parse(auditedAt ?? '')).toBeGreaterThan(0);
    expect(frameworks?.map(({ id }) => id)).toEqual(FrameworkId.options);
    for (const { id, shortName, coverage, counts } of frameworks ?? []) {
      expect(shortName).toBe(frameworkLabels[id]);
      expect(coverage.total).toBeGreaterThan(coverage.assessed);
      expect(coverage.judged).toBeGreaterThan(0);
      expect(counts.notMet).toBeGreaterThan(0);
    }
  });

  it.each(FrameworkId.options)('lists every control of %s, in agreement with the summary', async (id) => {
    const { framework: summary, controls, groups } = await framework(id);
    expect(controls).toHaveLength(summary?.coverage.total ?? -1);
    for (const status of ControlStatus.options) {
      expect(controls?.filter((one) => one.status === status)).toHaveLength(summary?.counts[status] ?? -1);
    }
    const groupIds = groups.map((group) => group.id);
    for (const control of controls ?? []) expect(groupIds).toContain(control.group);
    const overview = await compliance(weak);
    expect(overview.frameworks?.find((one) => one.id === id)).toEqual(summary);
  });

  it('leads from a failed check to its open finding, until it is resolved', async () => {
    const checks = async () => ((await framework('cis-m365')).controls ?? []).flatMap((control) => control.checks);
    const failed = (await checks()).find(({ status }) => status === 'fail');
    const params = { findingId: failed?.finding?.id ?? '' };
    const finding = await app.call(getFinding, { params, cookie });
    expect(finding.json).toMatchObject({ checkId: failed?.checkId, title: failed?.finding?.title });
    await app.call(setFindingStatus, {
      params,
      body: { status: 'resolved', reason: 'The customer turned it off' },
      cookie,
    });
    const later = (await checks()).find(({ checkId }) => checkId === failed?.checkId);
    expect(later).toMatchObject({ status: 'fail', finding: null });
    await app.call(setFindingStatus, { params, body: { status: 'unresolved' }, cookie });
  });

  it('says why a control could not be judged', async () => {
    const { controls } = await framework('cis-m365', unlicensed);
    const unknown = controls?.filter(({ status }) => status === 'couldNotJudge') ?? [];
    expect(unknown.some(({ unknownBecause }) => unknownBecause.includes('notLicensed'))).toBe(true);
    for (const { unknownBecause } of unknown) expect(unknownBecause.length).toBeGreaterThan(0);
  });

  it('before the first audit is unknown, with the reason', async () => {
    expect(await compliance(unscanned)).toMatchObject({
      frameworks: null,
      auditedAt: null,
      reason: expect.stringContaining('never been scanned'),
    });
    expect(await framework('nist-csf', unscanned)).toMatchObject({ framework: null, controls: null });
  });

  it('of a framework that does not exist is refused', async () => {
    const answer = await app.call(getFrameworkCompliance, {
      params: { framework: 'pci-dss' },
      query: { tenantId: weak },
      cookie,
    });
    expect(answer.status).toBe(400);
  });

  it('is saved as CSV with a line for each check, and the trail tells of it', async () => {
    const query = { framework: 'iso-27001' };
    const file = await app.call(downloadCompliance, { params: { id: weak }, query, cookie });
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(file.headers['content-disposition']).toContain('Compliance_iso-27001_');
    const lines = file.text.split('\r\n');
    expect(lines[0]).toMatch(/"Tenant","Audit date \(UTC\)","Simulated","Framework","Framework version","Mapped by"/);
    expect(lines[1]).toMatch(
      /^"[^"]+","\d{4}-\d\d-\d\d \d\d:\d\d","Yes","ISO\/IEC 27001:2022, Annex A","2022","Tenantry","None","A\.5\.1",/,
    );
    const { controls } = await framework('iso-27001');
    const expected = controls?.reduce((sum, { checks }) => sum + Math.max(1, checks.length), 0) ?? 0;
    expect(lines).toHaveLength(expected + 2);
    const events: unknown[] = [];
    const entries = app.app.records.across<{ id: string }>(containers.auditLogs);
    for await (const entry of all(entries)) events.push(entry);
    expect(JSON.stringify(events)).toContain('compliance_exported');
  });

  it('is saved in words: level, status and checks, and accepted risks with their expiry', async () => {
    const { controls } = await framework('cis-m365');
    const check = controls?.flatMap((control) => control.checks).find(({ finding }) => finding !== null);
    const findingId = check?.finding?.id ?? '';
    const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const acceptance = { reason: 'The vendor replaces it in spring', expiresAt };
    const accepted = await app.call(acceptFinding, { params: { findingId }, body: acceptance, cookie: administrator });
    expect(accepted.status).toBe(200);
    const query = { framework: 'cis-m365' };
    const { text, bytes } = await app.call(downloadCompliance, { params: { id: weak }, query, cookie });
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = text.split('\r\n').filter((line) => line.includes(`"${check?.title}"`));
    expect(lines[0]).toContain(`"7.0.0","Publisher","E3 Level 1"`);
    const until = expiresAt.slice(0, 16).replace('T', ' ');
    expect(lines[0]).toContain(`"Yes","${until}","The vendor replaces it in spring",`);
    expect(text).toContain('"Not met"');
    expect(text).toContain('"Not assessed"');
    expect(text).not.toMatch(/notMet|notAssessed|couldNotJudge|notLicensed/);
    for (const { id } of catalog) expect(text).not.toContain(`"${id}"`);
    await app.call(withdrawAcceptance, { params: { findingId }, cookie: administrator });
  });

  it('says what is not seen of a control that Tenantry mapped, or why it is not assessed, also in the file', async () => {
    const { framework: summary, controls } = await framework('cyber-essentials');
    expect(summary?.source).toContain('https://www.ncsc.gov.uk/');
    const [mfa, firewall] = ['CE-4.4', 'CE-1.1'].map((id) => controls?.find((control) => control.id === id));
    expect(mfa).toMatchObject({ checksCover: 'partial', status: 'notMet' });
    expect(firewall).toMatchObject({ checksCover: null, status: 'notAssessed' });
    const query = { framework: 'cyber-essentials' };
    const { text } = await app.call(downloadCompliance, { params: { id: weak }, query, cookie });
    const lines = text.split('\r\n');
    for (const control of [mfa, firewall]) {
      expect(control?.notCoveredBecause).toMatch(/^[A-Z].+\.$/);
      const line = lines.find((one) => one.includes(`"${control?.id}"`));
      expect(line).toContain(`"${control?.notCoveredBecause}"`);
    }
  });

  it('cannot be saved before the first audit', async () => {
    const query = { framework: 'cis-m365' };
    const answer = await app.call(downloadCompliance, { params: { id: unscanned }, query, cookie });
    expect(answer.json.code).toBe('NO_SCAN_YET');
  });
});
