import { getLatestAudit } from '@tenantry/contract/audits';
import {
  acceptFinding,
  downloadFindings,
  getFinding,
  listFindings,
  setFindingStatus,
  withdrawAcceptance,
} from '@tenantry/contract/findings';
import { startScan } from '@tenantry/contract/scans';
import { listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';
import type { FindingRecord } from '../../store/findings.ts';

const tenantId = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const reason = 'The customer keeps the SMS method for its drivers until spring';
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();
type Row = { id: string; checkId: string; status: string; change: string; acceptance: Record<string, unknown> | null };

describe('a risk that is accepted', () => {
  let app: TestApp;
  let cookie: string;
  let findingId: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    await scan();
    findingId = (await findings()).find((one) => one.checkId === 'group.public')?.id ?? '';
  });
  afterEach(() => app.close());

  async function scan(): Promise<void> {
    await app.call(startScan, { body: { tenant_id: tenantId }, cookie });
    await app.drainQueue();
  }
  const findings = async (query = {}) =>
    (await app.call(listFindings, { tenantId, cookie, query: { limit: '200', ...query } })).json
      .items as unknown as Row[];
  const accept = (body: Record<string, unknown> = {}, by = cookie) =>
    app.call(acceptFinding, { params: { findingId }, body: { reason, expiresAt: inDays(30), ...body }, cookie: by });
  const one = async () => (await app.call(getFinding, { params: { findingId }, cookie })).json as unknown as Row;
  const trailOf = async (eventType: string) =>
    (
      await app.app.records
        .across<{ id: string; eventType: string; details: Record<string, unknown> }>(containers.auditLogs)
        .query({ where: [{ field: 'eventType', op: 'eq', value: eventType }] })
    ).items;
  const stored = (change: (finding: FindingRecord) => FindingRecord) =>
    update(app.app.records.partition<FindingRecord>(containers.findings, tenantId), findingId, change);

  it('is no open issue, says who took it on and why, and leaves the score as it is', async () => {
    const audit = async () => (await app.call(getLatestAudit, { tenantId, cookie })).json;
    const summary = async () =>
      (
        (await app.call(listTenantSummaries, { cookie })).json.items as { tenantId: string; openIssuesCount: number }[]
      ).find((tenant) => tenant.tenantId === tenantId);
    const [before, scoreBefore] = [(await summary())?.openIssuesCount ?? 0, (await audit()).overallScore];
    const answer = await accept();
    expect(answer.json).toMatchObject({ status: 'accepted', acceptance: { reason, acceptedBy: 'Ada Lovelace' } });
    expect((await summary())?.openIssuesCount).toBe(before - 1);
    expect((await findings({ status: 'accepted' })).map((row) => row.id)).toEqual([findingId]);
    await scan();
    expect((await audit()).overallScore).toBe(scoreBefore);
    expect(await one()).toMatchObject({ status: 'accepted', change: 'still-there' });
    expect((await summary())?.openIssuesCount).toBe(before - 1);
    const csv = await app.call(downloadFindings, { params: { id: tenantId }, query: { format: 'csv' }, cookie });
    expect(csv.text).toContain(reason);
  });

  it('comes back when it concerns more than was accepted', async () => {
    await accept();
    await stored((finding) =>
      finding.acceptance
        ? {
            ...finding,
            acceptance: {
              ...finding.acceptance,
              condition: { ...finding.acceptance.condition, affected: [], affectedCount: 1 },
            },
          }
        : finding,
    );
    await scan();
    expect(await one()).toMatchObject({ status: 'unresolved', change: 'reopened', acceptance: null });
    const [ended] = await trailOf('finding_acceptance_ended');
    expect(ended?.details).toMatchObject({ findingId, because: expect.stringMatching(/where 1 were accepted/) });
  });

  it('is open again once its day is over, without a scan, however often the timer comes', async () => {
    await accept();
    const past = '2026-01-01T00:00:00.000Z';
    await stored((finding) =>
      finding.acceptance
        ? { ...finding, acceptedUntil: past, acceptance: { ...finding.acceptance, expiresAt: past } }
        : finding,
    );
    await Promise.all([app.app.acceptance.endExpired(), app.app.acceptance.endExpired()]);
    expect(await app.app.acceptance.endExpired()).toBe(0);
    expect(await one()).toMatchObject({ status: 'unresolved', acceptance: null });
    expect((await trailOf('finding_acceptance_ended')).map((entry) => entry.details.because)).toEqual(['expired']);
  });

  it('is accepted once, however often it is asked for at once, and can be withdrawn', async () => {
    const expiresAt = inDays(10);
    const answers = await Promise.all([accept({ expiresAt }), accept({ expiresAt }), accept({ expiresAt })]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(await trailOf('finding_accepted')).toHaveLength(1);
    const withdraw = () => app.call(withdrawAcceptance, { params: { findingId }, cookie });
    await Promise.all([withdraw(), withdraw()]);
    expect(await one()).toMatchObject({ status: 'unresolved', acceptance: null });
    expect(await trailOf('finding_acceptance_ended')).toHaveLength(1);
  });

  it.each([
    ['a reason that says nothing', { reason: 'because' }],
    ['a day that is past', { expiresAt: inDays(-1) }],
    ['a day that is years ahead', { expiresAt: inDays(400) }],
    ['no day', { expiresAt: null }],
  ])('is refused with %s', async (_, body) => {
    expect((await accept(body)).status).toBe(400);
    expect(await one()).toMatchObject({ status: 'unresolved' });
  });

  it('is not resolved in passing, and a technician cannot take it on', async () => {
    const technician = await app.signInAs('technician', { kind: 'all' });
    expect((await accept({}, technician)).status).toBe(403);
    await accept();
    const resolve = await app.call(setFindingStatus, {
      params: { findingId },
      body: { status: 'resolved', reason: 'The customer turned it off' },
      cookie: technician,
    });
    expect(resolve.status).toBe(409);
    await app.call(withdrawAcceptance, { params: { findingId }, cookie });
    await app.call(setFindingStatus, {
      params: { findingId },
      body: { status: 'resolved', reason: 'The customer turned it off' },
      cookie,
    });
    expect((await accept()).status).toBe(409);
  });
});
