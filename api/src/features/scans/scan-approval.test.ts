import { approve, deny, getApproval, listApprovals } from '@tenantry/contract/approvals';
import { acceptFinding, setFindingStatus, withdrawAcceptance } from '@tenantry/contract/findings';
import { startScan } from '@tenantry/contract/scans';
import { Severity } from '@tenantry/contract/verdicts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import type { FindingCondition } from '../../audit/findings/finding-condition.ts';
import { workOf } from '../../audit/findings/remedies/work.ts';
import { every, update } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const withAnyone = 'externalUserAndGuestSharing';
const nobody = 'disabled';
const asksFor: readonly string[] = ['critical', 'high', 'medium'];

describe('the scanner', () => {
  let opened: SimulatedApp;
  let tenant: TenantRecords;
  let finding: FindingRecord;
  beforeEach(async () => {
    opened = await openSimulatedApp();
    const found = await opened.app.app.stores.tenants.open(everyTenant, weak);
    if (!found) throw new Error('The tenant is missing');
    tenant = found;
    await scan();
    finding = await findingOf('spo.sharing');
  });
  afterEach(() => opened.close());

  async function scan(): Promise<void> {
    const started = await opened.app.call(startScan, { body: { tenant_id: weak }, cookie: opened.cookie });
    expect(started.status).toBe(202);
    await opened.app.drainQueue();
  }
  async function findingOf(checkId: string): Promise<FindingRecord> {
    const found = (await every(tenant.findings)).find((one) => one.checkId === checkId);
    if (!found) throw new Error(`${checkId} found nothing`);
    return found;
  }
  const share = (sharingCapability: string) =>
    opened.cloud.changeTenant(weak, { kind: 'setting', setting: 'sharepoint', set: { sharingCapability } });
  /** What was asked about the finding, the first request first. */
  const asked = async (id = finding.id): Promise<ApprovalRecord[]> =>
    (await every(tenant.approvals))
      .filter(({ findings }) => findings.some((one) => one.id === id))
      .sort((a, b) => a.id.localeCompare(b.id));
  const statuses = async (id?: string) => (await asked(id)).map(({ status }) => status);
  async function decide(endpoint: typeof approve | typeof deny, id = finding.id): Promise<void> {
    const pending = (await asked(id)).find(({ status }) => status === 'pending');
    const params = { id: pending?.id ?? 'none' };
    expect((await opened.app.call(endpoint, { params, body: {}, cookie: opened.cookie })).status).toBe(200);
  }
  const settle = (status: 'resolved' | 'unresolved', findingId = finding.id) =>
    opened.app.call(setFindingStatus, {
      params: { findingId },
      body: status === 'resolved' ? { status, reason: 'The customer turned it off' } : { status },
      cookie: opened.cookie,
    });
  const conditionWas = (id: string, change: (condition: FindingCondition) => FindingCondition) =>
    update(
      tenant.approvals,
      id,
      (one): ApprovalRecord => ({
        ...one,
        findings: one.findings.map((asked) => ({ ...asked, condition: asked.condition && change(asked.condition) })),
      }),
    );
  /** A failure that names whom it concerns, with a request. */
  async function ofPeople(): Promise<FindingRecord> {
    const approvals = await every(tenant.approvals);
    const asks = new Set(approvals.flatMap(({ findings }) => (findings.length === 1 ? [findings[0]?.id] : [])));
    const people = (await every(tenant.findings)).find(
      ({ id, affectedEntities, affectedCount }) =>
        asks.has(id) && affectedCount > 2 && affectedEntities.every(({ type }) => type === 'user'),
    );
    if (!people) throw new Error('No failure concerns users');
    return people;
  }

  it('asks once for each remedy, with all the findings that it closes, the gravest first', async () => {
    const open = (await every(tenant.findings)).filter(({ status }) => status === 'OPEN');
    const wanted = Map.groupBy(open, (one) => workOf(one).id);
    const due = [...wanted].filter(([, some]) => some.some(({ severity }) => asksFor.includes(severity)));
    const approvals = await every(tenant.approvals);
    expect(approvals.map(({ remedyId }) => remedyId).sort()).toEqual(due.map(([id]) => id).sort());
    for (const { remedyId, findings, linkedFindingId, priority } of approvals) {
      const ids = (wanted.get(remedyId ?? '') ?? []).map(({ id }) => id);
      expect(findings.map(({ id }) => id).sort()).toEqual(ids.sort());
      expect(linkedFindingId).toBe(findings[0]?.id);
      const gravest = Math.min(...findings.map(({ severity }) => Severity.options.indexOf(severity)));
      expect(Severity.options[gravest]).toBe(priority);
    }
    expect(approvals.length).toBeLessThan(open.length / 2);
  });

  it('asks again where a finding joins what was denied', async () => {
    const [first] = await asked();
    await update(
      tenant.approvals,
      first?.id ?? '',
      (one): ApprovalRecord => ({
        ...one,
        findings: one.findings.filter(({ id }) => id !== finding.id),
      }),
    );
    const params = { id: first?.id ?? '' };
    await opened.app.call(deny, { params, body: {}, cookie: opened.cookie });
    await scan();
    expect(await statuses()).toEqual(['pending']);
  });

  it('closes requests of earlier versions for single findings, and asks for them by remedy', async () => {
    const [ours] = await asked();
    if (!ours) throw new Error('Nothing was asked');
    const id = `${weak}_a-old-1`;
    await tenant.approvals.delete(ours.id);
    const old = { ...ours, id, remedyId: null, findings: ours.findings.filter((one) => one.id === finding.id) };
    await tenant.approvals.create({ ...old, linkedFindingId: finding.id });
    await tenant.approvals.create({ ...old, id: `${weak}_a-person-1`, origin: 'manual', requestedById: 'somebody' });
    await scan();
    const after = await asked();
    expect(after.map(({ id: one, status, closedBecause }) => [one, status, closedBecause])).toEqual([
      [id, 'closed', 'Asked again by remedy.'],
      [`${weak}_a-person-1`, 'pending', null],
      [ours.id, 'pending', null],
    ]);
  });

  it('does not ask again for what was denied while it stays as it is', async () => {
    await decide(deny);
    await scan();
    expect(await statuses()).toEqual(['denied']);
  });

  it('does not ask again for what was denied when the finding was resolved by hand and came back', async () => {
    await decide(deny);
    await settle('resolved');
    await scan();
    expect(await findingOf('spo.sharing')).toMatchObject({ status: 'OPEN', change: 'reopened' });
    expect(await statuses()).toEqual(['denied']);
  });

  it('does not ask again for what was denied when a scan had found it mended and it came back', async () => {
    await decide(deny);
    share(nobody);
    await scan();
    expect(await findingOf('spo.sharing')).toMatchObject({ status: 'RESOLVED', resolvedBy: 'scanner' });
    share(withAnyone);
    await scan();
    expect(await findingOf('spo.sharing')).toMatchObject({ status: 'OPEN', change: 'reopened' });
    expect(await statuses()).toEqual(['denied']);
  });

  it('does not ask again for what was denied when the risk was accepted in between, and that was taken back', async () => {
    await decide(deny);
    const expiresAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
    const params = { findingId: finding.id };
    const body = { reason: 'The customer decided so', expiresAt };
    await opened.app.call(acceptFinding, { params, body, cookie: opened.cookie });
    await scan();
    await opened.app.call(withdrawAcceptance, { params, cookie: opened.cookie });
    await scan();
    expect(await findingOf('spo.sharing')).toMatchObject({ status: 'OPEN' });
    expect(await statuses()).toEqual(['denied']);
  });

  it('does not ask again where fewer are affected than when it was denied', async () => {
    const { id } = await ofPeople();
    await decide(deny, id);
    const [denied] = await asked(id);
    const more = (condition: FindingCondition) => ({
      ...condition,
      affected: [...condition.affected, 'user:gone'],
      affectedCount: condition.affectedCount + 1,
    });
    await conditionWas(denied?.id ?? '', more);
    await settle('resolved', id);
    await scan();
    expect(await statuses(id)).toEqual(['denied']);
  });

  it('asks again, once, where more are affected than when it was denied', async () => {
    const { id } = await ofPeople();
    await decide(deny, id);
    const [denied] = await asked(id);
    const fewer = (condition: FindingCondition) => ({
      ...condition,
      affected: condition.affected.slice(1),
      affectedCount: condition.affectedCount - 1,
    });
    await conditionWas(denied?.id ?? '', fewer);
    await scan();
    await scan();
    expect(await statuses(id)).toEqual(['denied', 'pending']);
    const [, again] = await asked(id);
    const details = await opened.app.call(getApproval, { params: { id: again?.id ?? '' }, cookie: opened.cookie });
    expect(details.json.others).toMatchObject([{ id: denied?.id, status: 'denied', approvedBy: 'Ada Lovelace' }]);
  });

  it('asks again where a setting has another value than when it was denied', async () => {
    await decide(deny);
    const [denied] = await asked();
    const other = (condition: FindingCondition) => ({
      ...condition,
      settings: Object.fromEntries(Object.keys(condition.settings).map((name) => [name, 'another'])),
    });
    await conditionWas(denied?.id ?? '', other);
    await scan();
    expect(await statuses()).toEqual(['denied', 'pending']);
  });

  it('closes what waits when it finds the failure mended, and asks anew when it comes back', async () => {
    share(nobody);
    await scan();
    const [closed] = await asked();
    expect(closed).toMatchObject({
      status: 'closed',
      closedBecause: 'A later scan no longer found it.',
      approvedBy: null,
    });
    const params = { id: closed?.id ?? '' };
    const late = await opened.app.call(approve, { params, body: {}, cookie: opened.cookie });
    expect(late.status).toBe(409);
    expect(late.json.message).toBe('Approval already closed. A later scan no longer found it.');
    expect(await every(tenant.tasks)).toEqual([]);
    const listed = await opened.app.call(listApprovals, { query: { status: 'closed' }, cookie: opened.cookie });
    expect((listed.json.items as ApprovalRecord[]).map(({ id }) => id)).toContain(closed?.id);
    expect(listed.json.summary).toMatchObject({ closed: listed.json.total });
    share(withAnyone);
    await scan();
    expect(await statuses()).toEqual(['closed', 'pending']);
  });

  it('leaves what waits where the check could not be made', async () => {
    await settle('resolved');
    opened.cloud.faults.set({ tenantId: weak, pathPrefix: '/admin/sharepoint', kind: 'status', status: 403 });
    await scan();
    expect(await statuses()).toEqual(['pending']);
  });

  it('leaves what waits where a finding was resolved by hand and is still there, and asks no second time', async () => {
    await settle('resolved');
    await scan();
    expect(await statuses()).toEqual(['pending']);
  });

  it('asks anew for what grew while it waited, so that a decision is on what is there', async () => {
    const { id } = await ofPeople();
    const [first] = await asked(id);
    await conditionWas(first?.id ?? '', (condition) => ({ ...condition, affected: [], affectedCount: 1 }));
    await scan();
    expect(await statuses(id)).toEqual(['closed', 'pending']);
    expect((await asked(id))[0]?.closedBecause).toMatch(/^What was found has changed/);
  });

  it('does not ask again for what was approved and came back: its task carries it', async () => {
    await decide(approve);
    share(nobody);
    await scan();
    share(withAnyone);
    await scan();
    expect(await findingOf('spo.sharing')).toMatchObject({ status: 'OPEN', change: 'reopened' });
    expect(await statuses()).toEqual(['approved']);
    expect(await every(tenant.tasks)).toHaveLength(1);
  });

  it('leaves what waits closed once the risk is accepted, and asks again when that is taken back', async () => {
    const expiresAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
    const params = { findingId: finding.id };
    const body = { reason: 'The customer decided so', expiresAt };
    const accept = (findingId: string) =>
      opened.app.call(acceptFinding, { params: { findingId }, body, cookie: opened.cookie });
    await accept(finding.id);
    expect(await statuses()).toEqual(['pending']);
    for (const { id } of (await asked())[0]?.findings ?? []) await accept(id);
    expect(await asked()).toMatchObject([{ status: 'closed', closedBecause: 'Ada Lovelace accepted the risk.' }]);
    await opened.app.call(withdrawAcceptance, { params, cookie: opened.cookie });
    await scan();
    expect(await statuses()).toEqual(['closed', 'pending']);
  });

  it('knows what was denied of a request of an earlier version, which kept no condition', async () => {
    const [old] = await asked();
    await update(
      tenant.approvals,
      old?.id ?? '',
      (one): ApprovalRecord => ({
        ...one,
        condition: null,
        findings: one.findings.map((each) => ({ ...each, condition: null })),
      }),
    );
    await decide(deny);
    const [denied] = await asked();
    expect(denied?.condition).toMatchObject({ status: 'fail' });
    expect(denied?.findings.map(({ condition }) => condition?.status)).not.toContain(undefined);
    await settle('resolved');
    await scan();
    expect(await statuses()).toEqual(['denied']);
  });
});
