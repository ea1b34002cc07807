import { requestApproval } from '@tenantry/contract/approvals';
import { acceptFinding, recheckFinding } from '@tenantry/contract/findings';
import {
  exportMatrix,
  getMatrix,
  getMatrixCell,
  getMatrixRow,
  Matrix,
  MatrixRowDetails,
} from '@tenantry/contract/matrix';
import { type MatrixStatus, matrixCodes } from '@tenantry/contract/matrix-status';
import { createTask } from '@tenantry/contract/tasks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalog } from '../../audit/checks/catalog.ts';
import { remedies } from '../../audit/findings/remedies/remedies.ts';
import { matrixStatusOf } from '../../audit/findings/verdict-vector.ts';
import { every, update } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';
import { credentialId } from '../../store/credentials.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { everyTenant } from '../../store/scope.ts';
import { type FindingApp, openFindingApp, unlicensed, weak } from '../findings/testing/finding-app.ts';

let world: FindingApp;
let tenantIds: string[];
beforeAll(async () => {
  world = await openFindingApp();
  tenantIds = await world.app.tenantIds();
  for (const id of tenantIds) await world.scan(id);
});
afterAll(() => world.close());

async function matrix(query: Record<string, string> = {}, cookie = world.cookie): Promise<Matrix> {
  const answer = await world.app.call(getMatrix, { query, cookie });
  expect(answer.status).toBe(200);
  return Matrix.parse(answer.json);
}
async function row(query: Record<string, string>, cookie = world.cookie): Promise<MatrixRowDetails> {
  const answer = await world.app.call(getMatrixRow, { query, cookie });
  expect(answer.status).toBe(200);
  return MatrixRowDetails.parse(answer.json);
}

/** Each cell in words, by row and tenant. */
function cellsOf({ tenants, rows, legend }: Matrix): Map<string, MatrixStatus | undefined> {
  const statuses = new Map(legend.map(({ code, status }) => [code, status]));
  return new Map(
    rows.flatMap(({ id, cells }) =>
      tenants.map((tenant, at) => [`${id} ${tenant.id}`, statuses.get(cells.charAt(at))] as const),
    ),
  );
}
const countWhere = (cells: string, status: MatrixStatus) =>
  [...cells].filter((code) => code === matrixCodes[status]).length;

const acceptance = {
  reason: 'The customer takes it on for now',
  expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
};
async function findingOf(tenantId: string, checkId: string) {
  const { findings } = await world.tenant(tenantId);
  const [finding] = await every(findings, { where: [{ field: 'checkId', op: 'eq', value: checkId }] });
  if (!finding) throw new Error(`${checkId} found nothing in ${tenantId}`);
  return finding;
}

describe('the matrix', () => {
  it('says of every check and tenant what the tenant’s latest audit says, accepted risks apart', async () => {
    const { id } = await findingOf(weak, 'guest.invite');
    expect(
      (await world.app.call(acceptFinding, { params: { findingId: id }, body: acceptance, cookie: world.cookie }))
        .status,
    ).toBe(200);
    const shown = await matrix();
    const cells = cellsOf(shown);
    expect(shown.rows).toHaveLength(catalog.length);
    expect(shown.tenants.map((one) => one.id).sort()).toEqual([...tenantIds].sort());
    for (const tenantId of tenantIds) {
      const audit = await latestAudit(await world.tenant(tenantId));
      const verdicts = audit?.data.verdicts ?? [];
      expect(verdicts).toHaveLength(catalog.length);
      const expected = verdicts.map(({ checkId, ...verdict }) =>
        tenantId === weak && checkId === 'guest.invite' ? 'accepted' : matrixStatusOf(verdict),
      );
      expect(verdicts.map(({ checkId }) => cells.get(`${checkId} ${tenantId}`))).toEqual(expected);
      expect(shown.tenants.find((one) => one.id === tenantId)?.auditedAt).toBe(audit?.createdAt);
    }
    expect(new Set(cells.values())).toContain('notSetUp');
    expect(new Set(cells.values())).toContain('notPermitted');
  });

  it('counts what its cells say, by row and by column', async () => {
    for (const by of ['check', 'remedy']) {
      const { rows, tenants, columns, legend } = await matrix({ by });
      for (const { cells, counts } of rows) {
        expect(cells).toHaveLength(tenants.length);
        for (const { status } of legend) expect(counts[status] ?? 0).toBe(countWhere(cells, status));
      }
      for (const { status } of legend) {
        const counted = tenants.map(
          (_, at) => rows.filter(({ cells }) => cells.charAt(at) === matrixCodes[status]).length,
        );
        expect(columns[status]).toEqual(counted);
      }
      expect(Object.keys(columns)).toEqual(legend.map(({ status }) => status));
    }
  });

  it('shows a remedy as the most urgent of its checks', async () => {
    const [checks, byRemedy] = [cellsOf(await matrix()), await matrix({ by: 'remedy' })];
    const cells = cellsOf(byRemedy);
    expect(byRemedy.rows).toHaveLength(remedies.length);
    const order = Object.keys(matrixCodes);
    for (const { id, checks: own } of remedies) {
      for (const tenantId of tenantIds) {
        const [first] = own
          .map((checkId) => checks.get(`${checkId} ${tenantId}`) ?? 'notInAudit')
          .sort((a, b) => order.indexOf(a) - order.indexOf(b));
        expect(cells.get(`${id} ${tenantId}`)).toBe(first);
      }
    }
  });

  it('is narrowed by title, category, severity, framework and status, and by tenant and mode', async () => {
    const all = await matrix();
    const titles = async (query: Record<string, string>) => (await matrix(query)).rows.map(({ title }) => title);
    expect((await titles({ search: 'DMARC' })).every((title) => /dmarc/i.test(title))).toBe(true);
    expect((await titles({ search: 'dmarc' })).length).toBeGreaterThan(1);
    expect((await matrix({ category: 'mail-flow' })).rows.every(({ category }) => category === 'mail-flow')).toBe(true);
    expect((await matrix({ severity: 'critical' })).rows.every(({ severity }) => severity === 'critical')).toBe(true);
    const scuba = await titles({ framework: 'cisa-scuba' });
    expect(scuba.length).toBeGreaterThan(50);
    expect(scuba.length).toBeLessThan(all.rows.length);
    const failing = await matrix({ status: 'fail' });
    expect(failing.rows.every(({ counts }) => (counts.fail ?? 0) > 0)).toBe(true);
    expect(failing.rows).toHaveLength(all.rows.filter(({ counts }) => counts.fail !== undefined).length);
    expect((await matrix({ tenant: 'bracken' })).tenants.map(({ id }) => id)).toEqual([weak]);
    expect((await matrix({ tenant: 'TIDEWELLMOTORS.example' })).tenants.map(({ id }) => id)).toEqual([unlicensed]);
    expect((await matrix({ mode: 'live' })).tenants).toEqual([]);
    expect((await matrix({ mode: 'simulated' })).tenants).toHaveLength(tenantIds.length);
    const none = await matrix({ search: 'there is no such check' });
    expect([none.rows, none.columns, none.legend]).toEqual([[], {}, []]);
  });

  it('has the gravest first, and of those what most tenants fail', async () => {
    const { rows } = await matrix();
    const ranks = ['critical', 'high', 'medium', 'low', 'info'];
    const keys = rows.map(({ severity, counts }) => [
      ranks.indexOf(severity),
      -(counts.fail ?? 0),
      -(counts.warning ?? 0),
    ]);
    expect(keys).toEqual(keys.toSorted(([a = 0, b = 0, c = 0], [x = 0, y = 0, z = 0]) => a - x || b - y || c - z));
  });

  it('has the tenants of the caller’s scope alone, and so have its rows, cells and files', async () => {
    const own = await world.app.signInAs('admin', { kind: 'tenants', tenantIds: [unlicensed] });
    expect((await matrix({}, own)).tenants.map(({ id }) => id)).toEqual([unlicensed]);
    const { causes, failing } = await row({ checkId: 'mfa.security.defaults' }, own);
    expect(failing).toBe(1);
    expect(causes.flatMap(({ tenants }) => tenants.map(({ tenantId }) => tenantId))).toEqual([unlicensed]);
    const cell = (tenantId: string) =>
      world.app.call(getMatrixCell, { query: { tenantId, checkId: 'dns.dmarc' }, cookie: own });
    expect((await cell(unlicensed)).status).toBe(200);
    expect((await cell(weak)).status).toBe(404);
    const nobody = await world.app.signInAs('admin', { kind: 'none' });
    expect((await matrix({}, nobody)).tenants).toEqual([]);
    expect((await row({ checkId: 'dns.dmarc' }, nobody)).failing).toBe(0);
  });

  it('leads from a cell to the finding, where there is one, else to the check of the audit', async () => {
    const cell = async (tenantId: string, query: Record<string, string>) =>
      (await world.app.call(getMatrixCell, { query: { tenantId, ...query }, cookie: world.cookie })).json;
    const finding = await findingOf(weak, 'dns.dmarc');
    expect(await cell(weak, { checkId: 'dns.dmarc' })).toEqual({ checkId: 'dns.dmarc', findingId: finding.id });
    const accepted = await findingOf(weak, 'guest.invite');
    expect(await cell(weak, { checkId: 'guest.invite' })).toMatchObject({ findingId: accepted.id });
    const cells = cellsOf(await matrix());
    const [passing] = catalog.filter(({ id }) => cells.get(`${id} ${weak}`) === 'pass');
    expect(await cell(weak, { checkId: passing?.id ?? '' })).toEqual({ checkId: passing?.id, findingId: null });
    const { id: remedyId, checks } = remedies.find((one) => one.checks.includes('dns.dmarc')) ??
      remedies[0] ?? { id: '', checks: [] };
    expect(checks).toContain((await cell(weak, { remedyId })).checkId);
    const unknown = await world.app.call(getMatrixRow, { query: { checkId: 'no.such.check' }, cookie: world.cookie });
    expect(unknown.status).toBe(404);
  });

  it('is saved as it is shown, in words, with nothing that a spreadsheet would run', async () => {
    await update(world.app.app.stores.tenants, unlicensed, (tenant) => ({ ...tenant, name: '=cmd|calc' }));
    const answer = await world.app.call(exportMatrix, { query: { search: 'DMARC' }, cookie: world.cookie });
    expect(answer.status).toBe(200);
    const [head = '', ...lines] = answer.text.trim().split('\r\n');
    expect(head).toContain(`"'=cmd|calc (simulated)"`);
    const shown = await matrix({ search: 'DMARC' });
    expect(lines).toHaveLength(shown.rows.length);
    expect(lines[0]).toContain(`"${shown.rows[0]?.title}"`);
    expect(lines[0]).toContain('"Fail"');
    expect(await world.entries('matrix_exported')).toMatchObject([{ details: { tenants: 4, search: 'DMARC' } }]);
  });
});

describe('a tenant of which nothing new is known', () => {
  it('is marked in the matrix and in its file', async () => {
    const trouble = async () => (await matrix()).tenants.find(({ id }) => id === weak)?.trouble;
    expect(await trouble()).toBeNull();
    world.cloud.faults.set({ tenantId: weak, pathPrefix: '/', kind: 'status', status: 403 });
    await world.scan();
    world.cloud.faults.clear();
    expect(await trouble()).toBe('scanFailing');
    const { name } = (await world.tenant()).tenant;
    const file = await world.app.call(exportMatrix, { query: { search: 'DMARC' }, cookie: world.cookie });
    expect(file.text).toContain(`"${name} (simulated, scan failing)"`);
    await world.scan();
    expect(await trouble()).toBeNull();
  });

  it('is marked where its connection is lost', async () => {
    const records = world.app.app.records.partition(containers.graphCredentials, unlicensed);
    const id = credentialId(unlicensed);
    const lost = { reconnectSince: new Date().toISOString(), decryptionFailed: false, outbox: [] };
    await records.create({ id, tenantId: unlicensed, ...lost } as { id: string });
    const { tenants } = world.app.app.stores;
    const setMode = (isMock: boolean) => update(tenants, unlicensed, (stored) => ({ ...stored, isMock }));
    await setMode(false);
    expect((await matrix()).tenants.find((one) => one.id === unlicensed)?.trouble).toBe('connectionLost');
    await setMode(true);
    await records.delete(id);
  });
});

describe('a row of the matrix', () => {
  it('tells the tenants that fail by cause, as many as its cells say', async () => {
    const cells = cellsOf(await matrix());
    for (const { id } of catalog.filter(({ severity }) => severity !== 'info')) {
      const failing = tenantIds.filter((tenantId) =>
        ['fail', 'warning'].includes(cells.get(`${id} ${tenantId}`) ?? ''),
      );
      const details = await row({ checkId: id });
      const told = details.causes.flatMap(({ tenants }) => tenants);
      expect([id, told.map(({ tenantId }) => tenantId).sort()]).toEqual([id, failing.sort()]);
      expect(details.failing).toBe(failing.length);
      for (const { tenantId, status } of told) expect(cells.get(`${id} ${tenantId}`)).toBe(status);
      const sizes = details.causes.map(({ tenants }) => tenants.length);
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    }
  });

  it('groups by what is wrong: a license that is not there is another cause than a policy that is not there', async () => {
    const { causes } = await row({ checkId: 'ca.devicecode' });
    const without = causes.find(({ tenants }) => tenants.some(({ tenantId }) => tenantId === unlicensed));
    expect(without?.tenants).toHaveLength(1);
    expect(without?.tenants[0]?.work.id).not.toBe(causes.find((one) => one !== without)?.tenants[0]?.work.id);
    expect(without?.example.message).toContain('device code flow');
  });

  it('names the request that waits, and the task that is under way, of each tenant’s work', async () => {
    const { causes } = await row({ remedyId: 'dmarc-record' });
    const asked = causes.flatMap(({ tenants }) => tenants).filter(({ approvalId }) => approvalId !== null);
    expect(asked.length).toBeGreaterThan(0);
    for (const { tenantId, approvalId, work } of asked) {
      const { approvals } = await world.tenant(tenantId);
      expect((await approvals.get(approvalId ?? ''))?.value).toMatchObject({ status: 'pending', remedyId: work.id });
    }
  });

  it('gives a key by which a task of each finding is made once', async () => {
    const { causes } = await row({ checkId: 'dns.dmarc' });
    const [failing] = causes.flatMap(({ tenants }) => tenants);
    if (!failing) throw new Error('No tenant fails');
    const { tenantId, taskKey: key } = failing;
    const body = {
      tenantId,
      key,
      title: 'Publish DMARC',
      description: 'A record',
      category: 'mail-flow',
      checkId: 'dns.dmarc',
    };
    const made = await world.app.call(createTask, { body, cookie: world.cookie });
    const again = await world.app.call(createTask, { body, cookie: world.cookie });
    expect([made.status, again.status]).toEqual([201, 201]);
    expect(again.json.id).toBe(made.json.id);
    const tenant = await world.app.app.stores.tenants.open(everyTenant, tenantId);
    expect(await tenant?.tasks.count()).toBe(1);
  });

  it('names the request and the task that a person made for one finding alone', async () => {
    const toldOf = async (checkId: string) => {
      const told = (await row({ checkId })).causes.flatMap(({ tenants }) => tenants);
      return told.filter(({ tenantId }) => tenantId === weak).map(({ approvalId, taskId }) => ({ approvalId, taskId }));
    };
    const approvals = (await world.tenant()).approvals;
    for (const { id, remedyId } of await every(approvals)) if (remedyId !== null) await approvals.delete(id);
    const finding = await findingOf(weak, 'spo.reshare');
    expect(await toldOf('spo.reshare')).toEqual([{ approvalId: null, taskId: null }]);
    const asked = await world.app.call(requestApproval, {
      body: { type: 'task_assignment', tenantId: weak, findingId: finding.id, reason: 'The customer asked for it' },
      cookie: world.cookie,
    });
    expect(asked.status).toBe(200);
    expect(await toldOf('spo.reshare')).toEqual([{ approvalId: asked.json.id, taskId: null }]);
    const made = await world.app.call(createTask, {
      body: {
        tenantId: weak,
        title: 'Turn it off',
        description: 'Guests share on',
        category: 'external-sharing',
        checkId: 'spo.reshare',
      },
      cookie: world.cookie,
    });
    expect(made.status).toBe(201);
    expect(await toldOf('spo.reshare')).toEqual([{ approvalId: asked.json.id, taskId: made.json.id }]);
  });

  it('tells since when a finding was not looked at, until a scan or a re-check sees it', async () => {
    const since = async () => {
      const told = (await row({ checkId: 'spo.reshare' })).causes.flatMap(({ tenants }) => tenants);
      return told.find(({ tenantId }) => tenantId === weak)?.notSeenSince;
    };
    expect(await since()).toBeNull();
    world.refuse();
    await world.scan();
    const { id, lastDetected } = await findingOf(weak, 'spo.reshare');
    expect(await since()).toBe(lastDetected);
    expect(cellsOf(await matrix()).get(`spo.reshare ${weak}`)).toBe('notPermitted');
    world.cloud.faults.clear();
    await world.app.call(recheckFinding, { params: { findingId: id }, cookie: world.cookie });
    await world.app.drainQueue();
    expect(await since()).toBeNull();
    expect(cellsOf(await matrix()).get(`spo.reshare ${weak}`)).toBe('fail');
  });

  it('leaves out accepted risks, and marks what was resolved by hand', async () => {
    const told = async (checkId: string) =>
      (await row({ checkId })).causes.flatMap(({ tenants }) => tenants).find(({ tenantId }) => tenantId === weak);
    expect(await told('guest.invite')).toBeUndefined();
    const finding = await findingOf(weak, 'exo.forward.outbound');
    await world.set(finding.id, { status: 'resolved', reason: 'The customer turned it off' });
    expect(await told('exo.forward.outbound')).toMatchObject({ isResolvedByHand: true, status: 'fail' });
  });
});
