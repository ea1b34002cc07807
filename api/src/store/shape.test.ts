import { describe, expect, it } from 'vitest';
import { claimStorage } from '../../testing/test-storage.ts';
import { openTableStateStore } from '../adapters/azure-storage/table-state-store.ts';
import { openSqliteRecordStore } from '../adapters/sqlite/sqlite-record-store.ts';
import { update } from '../ports/collection.ts';
import { containers } from './containers.ts';
import { auditIdOfScan } from './latest-audit.ts';
import { fromStored, NewerShapeError, type Shape, toStored } from './shape.ts';
import { shapedRecords } from './shaped-records.ts';
import { shapedState } from './shaped-state.ts';
import { fileShapes, shapes } from './shapes.ts';

type Item = { id: string; tenantId: string; name: string; size?: number };
type OldItem = { id: string; tenantId: string; title: string };

const shape: Shape = {
  version: 3,
  upgrades: {
    1: ({ title, ...rest }) => ({ ...rest, name: title }),
    2: (value) => ({ ...value, size: 0 }),
  },
};
const container = { name: 'items', partitionField: 'tenantId', orders: ['name'], shape } as const;

function twoVersions() {
  const raw = openSqliteRecordStore(':memory:');
  const before = raw.partition<OldItem>(container, 't');
  const now = shapedRecords(raw).partition<Item>(container, 't');
  return { raw, before, now, stored: async (id: string) => (await before.get(id))?.value };
}

describe('a stored shape', () => {
  it('of an earlier version is brought up to date step by step, and says its version nowhere else', () => {
    expect(fromStored('items', shape, { id: 'a', title: 'x' })).toEqual({ id: 'a', name: 'x', size: 0 });
    expect(fromStored('items', shape, { id: 'a', name: 'x', shapeVersion: 2 })).toEqual({
      id: 'a',
      name: 'x',
      size: 0,
    });
    expect(toStored(shape, { id: 'a' })).toEqual({ id: 'a', shapeVersion: 3 });
  });

  it('of a newer version is refused with both versions and what to do', () => {
    const newer = () => fromStored('items', shape, { id: 'a', shapeVersion: 4 });
    expect(newer).toThrow(NewerShapeError);
    expect(newer).toThrow(/'items' has the shape 4.*up to 3.*Deploy/);
  });

  it('without a step is an error, never a guess', () => {
    expect(() => fromStored('items', { version: 2, upgrades: {} }, { id: 'a' })).toThrow(/no step from shape 1 to 2/);
  });

  it.each(Object.entries({ ...shapes, ...fileShapes }))(
    'of %s has a step for each earlier version',
    (_, one: Shape) => {
      const steps = Array.from({ length: one.version - 1 }, (_step, index) => String(index + 1));
      expect(Object.keys(one.upgrades)).toEqual(steps);
    },
  );

  it('is said of every container', () => {
    expect(Object.keys(shapes).sort()).toEqual(Object.keys(containers).sort());
    for (const [name, { shape: own }] of Object.entries(containers)) {
      expect(own).toBe(shapes[name as keyof typeof shapes]);
    }
    const unshaped = { name: 'unshaped', partitionField: 'tenantId' } as const;
    expect(() => shapedRecords(openSqliteRecordStore(':memory:')).partition(unshaped, 't')).toThrow(/does not say/);
  });
});

describe('a record of an earlier version', () => {
  it('is read in the shape of today, by id, in lists and over partitions, and not rewritten by that', async () => {
    const { raw, before, now, stored } = twoVersions();
    await before.create({ id: 'a', tenantId: 't', title: 'x' });
    const today = { id: 'a', tenantId: 't', name: 'x', size: 0 };
    expect((await now.get('a'))?.value).toEqual(today);
    expect((await now.query()).items).toEqual([today]);
    expect((await shapedRecords(raw).across<Item>(container).query()).items).toEqual([today]);
    expect(await stored('a')).toEqual({ id: 'a', tenantId: 't', title: 'x' });
  });

  it('is stored in the newest version by the next change, with nothing lost', async () => {
    const { before, now, stored } = twoVersions();
    await before.create({ id: 'a', tenantId: 't', title: 'x' });
    expect(await update(now, 'a', (item) => ({ ...item, size: 7 }))).toEqual({
      id: 'a',
      tenantId: 't',
      name: 'x',
      size: 7,
    });
    expect(await stored('a')).toEqual({ id: 'a', tenantId: 't', name: 'x', size: 7, shapeVersion: 3 });
  });
});

describe('a record of a newer version', () => {
  it('is neither read nor written over', async () => {
    const { before, now, stored } = twoVersions();
    const newer = { id: 'a', tenantId: 't', title: 'x', shapeVersion: 9 };
    await before.create(newer);
    await expect(now.get('a')).rejects.toThrow(NewerShapeError);
    await expect(now.query()).rejects.toThrow(NewerShapeError);
    await expect(update(now, 'a', (item) => ({ ...item, size: 1 }))).rejects.toThrow(NewerShapeError);
    await expect(now.create({ id: 'a', tenantId: 't', name: 'y' })).rejects.toThrow(/already in 'items'/);
    expect(await stored('a')).toEqual(newer);
  });
});

describe('the state of an earlier deployment', () => {
  it('is found again under its table, and that of a newer one is refused', async () => {
    const raw = openTableStateStore({ kind: 'connectionString', value: await claimStorage() });
    const before = raw.table<Record<string, string | number>>('sessions');
    const now = shapedState(raw).table<{ createdAt: string }>('sessions');
    await before.create('ada', 'old', { createdAt: 'then' });
    await before.create('ada', 'newer', { createdAt: 'then', shapeVersion: 9 });
    // Signing in was the last time that its user proved who they are.
    const old = { createdAt: 'then', verifiedAt: 'then', userAgent: '', address: '' };
    expect((await now.get('ada', 'old'))?.value).toEqual(old);
    await expect(now.get('ada', 'newer')).rejects.toThrow(NewerShapeError);
    await now.create('ada', 'today', { createdAt: 'now' });
    expect((await before.get('ada', 'today'))?.value).toEqual({ createdAt: 'now', shapeVersion: 2 });
  });
});

describe('what 23d8275 stored', () => {
  it('keeps the entries that wait, under their new name', () => {
    const waiting = [{ id: 'entry-1' }];
    const old = { id: 't', pendingTrail: waiting, hasPendingTrail: true };
    expect(fromStored('tenants', shapes.tenants, old)).toMatchObject({ id: 't', outbox: waiting, hasOutbox: true });
    // The record of the data keys never had any.
    expect(fromStored('system_config', shapes.systemConfig, { id: 'data-keys' })).toEqual({ id: 'data-keys' });
  });

  it('knows the last scan of a tenant that had an audit', () => {
    const audit = { scanLogId: 't_1', auditedAt: '2026-01-02T00:00:00.000Z', score: 61 };
    const lastScan = { scanLogId: 't_1', status: 'completed', endedAt: audit.auditedAt };
    expect(fromStored('tenants', shapes.tenants, { id: 't', audit })).toMatchObject({ id: 't', audit, lastScan });
    expect(fromStored('tenants', shapes.tenants, { id: 't', audit: null })).toMatchObject({ lastScan: null });
  });

  it('has no last report where none was kept', () => {
    const stored = fromStored('tenants', shapes.tenants, { id: 't', shapeVersion: 4, lastScan: null });
    expect(stored).toMatchObject({ id: 't', lastScan: null, lastReports: [] });
  });

  it('knows since when at the latest the scans of a tenant fail, where the last one did', () => {
    const ended = (status: string) => {
      const lastScan = { scanLogId: 't_1', status, endedAt: '2026-01-02T00:00:00.000Z' };
      return fromStored<{ scanFailing: object }>('tenants', shapes.tenants, { id: 't', lastScan, shapeVersion: 4 });
    };
    expect(ended('completed').scanFailing).toBeNull();
    expect(ended('failed').scanFailing).toMatchObject({ since: '2026-01-02T00:00:00.000Z', cause: 'failed' });
  });

  it('knows how a tenant stood at its latest audit, and no alerts of then', () => {
    const coverage = { evaluated: 90, applicable: 120, percent: 75 };
    const audit = { scanLogId: 't_1', auditedAt: '2026-01-02T00:00:00.000Z', score: 61, openIssues: 9, coverage };
    expect(fromStored('tenants', shapes.tenants, { id: 't', audit, shapeVersion: 5 })).toMatchObject({
      audit: {
        ...audit,
        topFinding: null,
        openAlerts: null,
        history: [{ at: audit.auditedAt, score: 61, openIssues: 9, evaluated: 90 }],
      },
    });
    const never = { id: 't', audit: null };
    expect(fromStored('tenants', shapes.tenants, { ...never, shapeVersion: 6 })).toMatchObject(never);
  });

  it('has no answer about mail where nobody was asked', () => {
    const stored = fromStored('tenants', shapes.tenants, { id: 't', shapeVersion: 7, lastReports: [] });
    expect(stored).toMatchObject({ id: 't', lastReports: [], mailUses: [] });
  });

  it.each([
    ['RESOLVED', 'Ada Lovelace', false],
    ['RESOLVED', 'scanner', true],
    ['RESOLVED', 're-check', true],
    ['OPEN', null, true],
  ])('knows of a finding that is %s by %s whether anything vouches for it: %s', (status, resolvedBy, isVerified) => {
    const stored = fromStored('findings', shapes.findings, { id: 'f', shapeVersion: 4, status, resolvedBy });
    expect(stored).toEqual({ id: 'f', status, resolvedBy, isVerified, recheck: null, recheckSentAt: '' });
  });

  it('keeps the licenses of an audit, and the audits that knew no datasets yet', () => {
    const unknownThen = { published: null, statusTold: 'unknown', figures: null };
    const datasets = [{ name: 'users', label: 'Users', licence: 'Entra ID P1', retryAt: null }];
    expect(fromStored('audit_results', shapes.auditResults, { id: 'a', data: { datasets } })).toEqual({
      id: 'a',
      ...unknownThen,
      data: { datasets: [{ name: 'users', license: 'Entra ID P1' }] },
    });
    const older = { id: 'a', data: { verdicts: [] } };
    expect(fromStored('audit_results', shapes.auditResults, older)).toEqual({ ...older, ...unknownThen });
  });

  it.each([
    ['OK', 60, 'pass'],
    ['Warning', 100, 'warning'],
    ['Critical', 75, 'fail'],
    ['Critical', 59, 'unknown'],
    ['Unknown', 0, 'unknown'],
  ])('tells the status %s of an audit at %i%% coverage as %s', (overallStatus, percent, statusTold) => {
    const audit = { id: 'a', overallStatus, data: { coverage: { percent } } };
    expect(fromStored('audit_results', shapes.auditResults, audit)).toMatchObject({ ...audit, statusTold });
  });

  it('keeps the approvals, with the audit that their scan wrote', () => {
    const scanId = `t_scan-${crypto.randomUUID()}`;
    const at = '2026-01-02T00:00:00.000Z';
    const old = { id: 'a', tenantId: 't', scanId, origin: 'scanner', requestedBy: 'scanner', priority: 'high' };
    const pending = { ...old, comment: null, approvedBy: null, updatedAt: at };
    expect(fromStored('approvals', shapes.approvals, pending)).toMatchObject({
      ...old,
      auditId: auditIdOfScan('t', scanId),
      autoCreateTask: true,
      createdBy: 'scanner',
      reviewNotes: null,
      approvedAt: null,
      requestedById: '',
      isUnfinished: false,
      outbox: [],
      hasOutbox: false,
    });
    const decided = { ...pending, comment: 'Fine', approvedBy: 'ada', priority: 'info' };
    const today = fromStored('approvals', shapes.approvals, decided);
    expect(today).toMatchObject({ reviewNotes: 'Fine', approvedBy: 'ada', approvedAt: at, priority: 'low' });
    expect(today).not.toHaveProperty('comment');
  });

  it('keeps the app registration without its redirect URI, and no scopes that partner sync cannot use', () => {
    const app = { id: 'graph-app', key: 'graph-app', clientId: 'c', secretName: 's' };
    const today = (partnerCenterScopes: string) =>
      fromStored('system_config', shapes.systemConfig, {
        ...app,
        redirectUri: 'https://old/callback',
        partnerCenterScopes,
      });
    const since = { replacedSecrets: [], certificateSha256: '', certificateSha1: '' };
    expect(today('user_impersonation')).toEqual({ ...app, partnerCenterScopes: '', ...since });
    const scope = 'https://graph.microsoft.com/.default';
    expect(today(scope)).toEqual({ ...app, partnerCenterScopes: scope, ...since });
  });

  it('keeps the rates of the price list, and the hours that somebody edited by kind of work', () => {
    const list = { id: 'price-list', key: 'price-list', revision: 3, updatedBy: 'ada', outbox: [], hasOutbox: false };
    const work = [
      { kind: 'conditional-access', hours: 3, hourlyRate: 180 },
      { kind: 'exchange', hours: 5, hourlyRate: 120 },
    ];
    expect(fromStored('system_config', shapes.systemConfig, { ...list, work, shapeVersion: 5 })).toEqual({
      ...list,
      rates: [
        { kind: 'conditional-access', hourlyRate: 180 },
        { kind: 'exchange', hourlyRate: 120 },
      ],
      work: [],
      hoursByKind: [{ kind: 'exchange', hours: 5, defaultHours: 2 }],
    });
  });

  it('keeps the settings of a scan', () => {
    const old = { version: 1, picture: { datasets: {} }, audits: null };
    expect(fromStored('settings', fileShapes.settingsArchive, old)).toEqual({
      settings: { datasets: {} },
      audits: null,
    });
  });
});

describe('users of before', () => {
  it('have chosen neither time zone nor theme, and have no authenticator', () => {
    const stored = fromStored('users', shapes.users, { id: 'ada', shapeVersion: 4, passwordHash: 'scrypt$' });
    expect(stored).toMatchObject({ passwordHash: 'scrypt$', timeZone: null, theme: null, authenticator: null });
  });
});
