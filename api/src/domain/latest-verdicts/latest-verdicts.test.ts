import { saveCredentials } from '@tenantry/contract/connections';
import { recheckFinding } from '@tenantry/contract/findings';
import { deleteAudit } from '@tenantry/contract/managed-audits';
import { getMatrix, Matrix } from '@tenantry/contract/matrix';
import { matrixCodes } from '@tenantry/contract/matrix-status';
import { beforeEach, describe, expect, it } from 'vitest';
import { currentChecks, verdictVector } from '../../audit/findings/verdict-vector.ts';
import { type FindingApp, openFindingApp, weak } from '../../features/findings/testing/finding-app.ts';
import { every, update } from '../../ports/collection.ts';
import type { AuditRecord } from '../../store/audits.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { withLook } from './latest-verdicts.ts';

const checkId = 'spo.reshare';

describe('what a tenant keeps of its latest verdicts', () => {
  let world: FindingApp;
  beforeEach(async () => {
    world = await openFindingApp();
    return world.close;
  });

  const tenant = async () => (await world.tenant()).tenant;
  const audit = async (): Promise<AuditRecord> => {
    const latest = await latestAudit(await world.tenant());
    if (!latest) throw new Error('There is no audit');
    return latest;
  };
  const codeOf = async (id = checkId) => (await tenant()).verdicts?.codes[currentChecks.checkIds.indexOf(id)];
  async function cell(id = checkId): Promise<string | undefined> {
    const answer = await world.app.call(getMatrix, { cookie: world.cookie });
    const { tenants, rows } = Matrix.parse(answer.json);
    const at = tenants.findIndex((one) => one.id === weak);
    return rows.find((row) => row.id === id)?.cells.charAt(at);
  }
  async function recheck(): Promise<void> {
    const { findings } = await world.tenant();
    const [finding] = await every(findings, { where: [{ field: 'checkId', op: 'eq', value: checkId }] });
    await world.app.call(recheckFinding, { params: { findingId: finding?.id ?? '' }, cookie: world.cookie });
    await world.app.drainQueue();
  }
  const keep = (change: (stored: TenantRecord) => TenantRecord) => update(world.app.app.stores.tenants, weak, change);
  const lists = () =>
    every(world.app.app.stores.systemConfig.checkLists, {
      where: [{ field: 'key', op: 'prefix', value: 'check-list-' }],
    });

  it('is nothing before the first scan, and then what the audit says, with the list of its checks kept once', async () => {
    expect((await tenant()).verdicts ?? null).toBeNull();
    expect(await cell()).toBe(matrixCodes.notScanned);
    for (const id of await world.app.tenantIds()) await world.scan(id);
    await world.scan();
    expect((await tenant()).verdicts).toEqual(verdictVector((await audit()).data.verdicts).vector);
    expect(await lists()).toMatchObject([{ id: `check-list-${currentChecks.hash}`, checkIds: currentChecks.checkIds }]);
  });

  it('follows a re-check, and leaves what a re-check could not see', async () => {
    await world.scan();
    expect(await codeOf()).toBe(matrixCodes.fail);
    world.mend();
    await recheck();
    expect(await codeOf()).toBe(matrixCodes.pass);
    expect(await cell()).toBe(matrixCodes.pass);
    world.break();
    await world.scan();
    expect(await codeOf()).toBe(matrixCodes.fail);
    world.refuse();
    await recheck();
    expect(await codeOf()).toBe(matrixCodes.fail);
  });

  it('is set back to the audit before where the latest is deleted, and to nothing where there is none', async () => {
    await world.scan();
    const [first, before] = [await audit(), (await tenant()).verdicts];
    world.mend();
    await world.scan();
    expect((await tenant()).verdicts).not.toEqual(before);
    const remove = (id: string) => world.app.call(deleteAudit, { params: { id }, cookie: world.cookie });
    expect((await remove((await audit()).id)).status).toBe(200);
    expect((await tenant()).verdicts).toEqual(before);
    await remove(first.id);
    expect((await tenant()).verdicts).toBeNull();
    expect(await cell()).toBe(matrixCodes.notScanned);
  });

  it('stays where an older audit is deleted', async () => {
    await world.scan();
    const first = await audit();
    world.mend();
    await world.scan();
    const { verdicts } = await tenant();
    await world.app.call(deleteAudit, { params: { id: first.id }, cookie: world.cookie });
    expect((await tenant()).verdicts).toEqual(verdicts);
  });

  it('goes with the simulated results where the tenant goes live', async () => {
    await world.scan();
    const body = { clientId: weak, clientSecret: 'a secret', tenantId: weak, useMock: false };
    const saved = await world.app.call(saveCredentials, { body, tenantId: weak, cookie: world.cookie });
    expect(saved.status).toBe(200);
    expect(await tenant()).toMatchObject({ isMock: false, verdicts: null });
    expect(await cell()).toBe(matrixCodes.notScanned);
  });

  it('stays what it was where a scan is refused nearly everything', async () => {
    await world.scan();
    const { verdicts, audit: figures } = await tenant();
    world.cloud.faults.set({ tenantId: weak, pathPrefix: '/', kind: 'status', status: 403 });
    await world.scan();
    const after = await tenant();
    expect(after.scanFailing).not.toBeNull();
    expect([after.verdicts, after.audit?.scanLogId]).toEqual([verdicts, figures?.scanLogId]);
  });

  it('is read right where an older version judged fewer checks, and others', async () => {
    await world.scan();
    const ids = currentChecks.checkIds.filter((id) => id !== checkId);
    const older = [
      ...ids.map((id) => ({ checkId: id, status: 'pass' as const })),
      { checkId: 'a.gone', status: 'fail' as const },
    ];
    const { vector, checks } = verdictVector(older);
    const id = `check-list-${checks.hash}`;
    await world.app.app.stores.systemConfig.checkLists.create({ id, key: id, checkIds: checks.checkIds });
    await keep((stored) => ({ ...stored, verdicts: vector }));
    expect(await cell()).toBe(matrixCodes.notInAudit);
    expect(await cell('dns.dmarc')).toBe(matrixCodes.pass);
    // A look of this version has no place for what that list does not have, and moves nothing.
    await recheck();
    expect((await tenant()).verdicts?.codes).toBe(vector.codes);
    await world.scan();
    expect(await cell()).toBe(matrixCodes.fail);
  });

  it('follows a re-check at the places of the older version that wrote it', async () => {
    await world.scan();
    const older = verdictVector([
      { checkId: 'a.gone', status: 'fail' },
      ...(await audit()).data.verdicts,
      { checkId: 'z.gone', status: 'warning' },
    ]);
    const id = `check-list-${older.checks.hash}`;
    await world.app.app.stores.systemConfig.checkLists.create({ id, key: id, checkIds: older.checks.checkIds });
    await keep((stored) => ({ ...stored, verdicts: older.vector }));
    world.mend();
    await recheck();
    const at = older.checks.checkIds.indexOf(checkId);
    const { codes } = older.vector;
    expect((await tenant()).verdicts).toMatchObject({
      catalog: older.checks.hash,
      codes: `${codes.slice(0, at)}${matrixCodes.pass}${codes.slice(at + 1)}`,
    });
    expect(await cell()).toBe(matrixCodes.pass);
  });

  it('is not guessed of a tenant that was scanned before it was kept', async () => {
    await world.scan();
    await keep(({ verdicts: _, ...stored }) => stored);
    expect(await cell()).toBe(matrixCodes.notInAudit);
  });

  it('is not changed by a look that is older than the audit', async () => {
    await world.scan();
    const stored = await tenant();
    const [verdict] = (await audit()).data.verdicts.filter((one) => one.checkId === checkId);
    if (!verdict) throw new Error('The check was not made');
    const passes = [{ ...verdict, status: 'pass' as const }];
    const known = new Map([[currentChecks.hash, currentChecks.checkIds]]);
    expect(withLook(stored, passes, '2020-01-01T00:00:00.000Z', known)).toBe(stored);
    expect(withLook(stored, passes, new Date().toISOString(), known)).not.toBe(stored);
  });

  describe('after a look that is later than the scan that is written', () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    /** As if the looks had been taken while the next scan collects. */
    const delayed = () =>
      keep(({ verdicts, ...stored }) => ({
        ...stored,
        verdicts: verdicts && { ...verdicts, looks: verdicts.looks?.map((look) => ({ ...look, at: later })) ?? [] },
      }));
    const finding = async () => {
      const { findings } = await world.tenant();
      return (await every(findings, { where: [{ field: 'checkId', op: 'eq', value: checkId }] }))[0];
    };

    it('keeps that the check passes, and the finding resolved', async () => {
      await world.scan();
      world.mend();
      await recheck();
      await delayed();
      world.break();
      await world.scan();
      expect(await codeOf()).toBe(matrixCodes.pass);
      expect((await finding())?.status).toBe('RESOLVED');
    });

    it('keeps that the check fails, and the finding open', async () => {
      await world.scan();
      await recheck();
      await delayed();
      world.mend();
      await world.scan();
      expect(await codeOf()).toBe(matrixCodes.fail);
      expect((await finding())?.status).toBe('OPEN');
    });

    it('takes what the next scan says, which began after the look', async () => {
      await world.scan();
      await recheck();
      world.mend();
      await world.scan();
      expect((await tenant()).verdicts).toEqual(verdictVector((await audit()).data.verdicts).vector);
      expect((await finding())?.status).toBe('RESOLVED');
    });

    it('is not changed by a look that came before it', async () => {
      await world.scan();
      await recheck();
      await delayed();
      const stored = await tenant();
      const passes = (await audit()).data.verdicts
        .filter((one) => one.checkId === checkId)
        .map((verdict) => ({ ...verdict, status: 'pass' as const }));
      const known = new Map([[currentChecks.hash, currentChecks.checkIds]]);
      expect(withLook(stored, passes, new Date().toISOString(), known)).toBe(stored);
    });
  });
});
