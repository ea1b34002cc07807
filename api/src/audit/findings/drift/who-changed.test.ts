import type { SettingChange } from '@tenantry/contract/drift';
import { describe, expect, it, test } from 'vitest';
import { directoryAuditReducer } from '../../collect/reduce/directory-audits.ts';
import type { DirectoryAuditEntry, DirectoryAuditFacts } from '../../facts/directory-audit-facts.ts';
import { collected } from '../../facts/facts.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { settingsDatasets, settingsSnapshot } from './settings-snapshot.ts';
import { type AuditReading, needsAuditLog, whoChanged } from './who-changed.ts';

const window = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-08T00:01:00.000Z' };
const change = (over: Partial<SettingChange> = {}): SettingChange => ({
  dataset: 'conditionalAccessPolicies',
  label: 'Conditional Access policies',
  objectId: 'p1',
  objectName: 'MFA for all',
  path: ['state'],
  kind: 'changed',
  scope: 'value',
  before: 'enabled',
  after: 'disabled',
  attention: null,
  ...over,
});
const entry = (over: Partial<DirectoryAuditEntry> = {}): DirectoryAuditEntry => ({
  at: '2026-11-05T10:00:00.000Z',
  activity: 'Update Conditional Access policy',
  category: 'Policy',
  by: { kind: 'user', name: 'ann@contoso.example', id: 'u1' },
  targets: [{ id: 'p1', name: 'MFA for all', type: 'Policy' }],
  roles: [],
  ...over,
});
const reading = (entries: DirectoryAuditEntry[], over: Partial<DirectoryAuditFacts> = {}): AuditReading => ({
  scanAt: window.to,
  audits: collected({ since: '2026-11-01T00:00:00Z', complete: true, entries, ...over }, testNow),
});
const refused = (reason: 'notPermitted' | 'couldNotCheck'): AuditReading => ({
  scanAt: window.to,
  audits: { state: 'failed', fetchedAt: '', reason, status: 403, code: 'Authorization_RequestDenied', message: '' },
});
const who = (one: SettingChange, ...entries: DirectoryAuditEntry[]) => whoChanged(one, [reading(entries)], window);

describe('who changed a setting', () => {
  it('is told by the entries on its object, newest first', () => {
    const later = entry({ at: '2026-11-06T10:00:00.000Z', by: { kind: 'app', name: 'Terraform', id: 'a1' } });
    expect(who(change(), entry(), later)).toEqual({
      entries: [
        { at: later.at, activity: later.activity, by: { kind: 'app', name: 'Terraform' } },
        { at: entry().at, activity: entry().activity, by: { kind: 'user', name: 'ann@contoso.example' } },
      ],
      unknownBecause: null,
    });
  });

  it('is not told by an entry on another object, even of the same name', () => {
    const other = entry({ targets: [{ id: 'p2', name: 'MFA for all', type: 'Policy' }] });
    expect(who(change(), other)).toMatchObject({ entries: [], unknownBecause: expect.stringContaining('no entry') });
    const nameless = entry({ targets: [{ id: null, name: 'MFA for all', type: 'Policy' }] });
    expect(who(change(), nameless).entries).toHaveLength(1);
  });

  it('is not told by an entry before the one scan or after the other', () => {
    const [early, late] = [entry({ at: '2026-10-31T23:59:59.000Z' }), entry({ at: '2026-11-08T00:02:00.000Z' })];
    expect(who(change(), early, late).entries).toEqual([]);
  });

  it('is at least one entry of each who is named, however many entries the latest has', () => {
    const many = Array.from({ length: 6 }, (_, n) => entry({ at: `2026-11-06T1${n}:00:00.000Z` }));
    const first = entry({ by: { kind: 'user', name: 'eve@contoso.example', id: 'u2' } });
    const { entries } = who(change(), first, ...many);
    expect(entries).toHaveLength(5);
    expect(entries.at(-1)?.by?.name).toBe('eve@contoso.example');
  });

  it('says that there may be others where the log was not read to its end', () => {
    const { entries, unknownBecause } = whoChanged(change(), [reading([entry()], { complete: false })], window);
    expect([entries.length, unknownBecause]).toEqual([1, expect.stringContaining('others may be about this')]);
  });

  it('names an entry once, however many scans read it', () => {
    expect(whoChanged(change(), [reading([entry()]), reading([entry()])], window).entries).toHaveLength(1);
  });

  it('is the giver of the role, not of another role to the same person', () => {
    const role = '62e90394-69f5-4237-9190-012177145e10';
    const given = change({
      dataset: 'roles',
      objectId: `active/direct/${role}/u9`,
      objectName: 'bob@contoso.example: Global Administrator',
      path: [],
    });
    const person = { id: 'u9', name: 'Bob', type: 'User' };
    const granted = entry({ activity: 'Add member to role', targets: [person], roles: ['Global Administrator', role] });
    const other = entry({ activity: 'Add member to role', targets: [person], roles: ['Global Reader'] });
    expect(who(given, granted, other).entries).toHaveLength(1);
    expect(who(given, other).entries).toEqual([]);
  });

  test.each([
    ['securityDefaults', 'Update security defaults'],
    ['authorizationPolicies', 'Update authorization policy'],
    ['authenticationMethodsPolicy', 'Authentication Methods Policy Update'],
    ['crossTenantAccessPolicy', 'Update the company default cross-tenant access setting'],
    ['crossTenantAccessPolicy', 'Reset the cross-tenant access default setting'],
    ['deviceRegistrationPolicy', 'Set device registration policies'],
    ['groupSettings', 'Update group settings'],
  ])('%s is told by the activity "%s"', (dataset, activity) => {
    const tenantWide = entry({ activity, targets: [{ id: 'tenant', name: null, type: 'Policy' }] });
    expect(who(change({ dataset }), tenantWide, entry()).entries).toMatchObject([{ activity }]);
  });

  it('is not known where the log does not reach, and the text says where it is', () => {
    expect(who(change({ dataset: 'sharepointSettings' }), entry()).unknownBecause).toContain('Purview');
    expect(who(change({ dataset: 'dns' }), entry()).unknownBecause).toContain('DNS host');
  });

  it('is not known for each reason that the log was not read', () => {
    const because = (...readings: AuditReading[]) => whoChanged(change(), readings, window).unknownBecause;
    expect(because(refused('notPermitted'))).toContain('AuditLog.Read.All');
    expect(because(refused('couldNotCheck'))).toContain('403');
    expect(because()).toContain('no longer kept');
    expect(because({ scanAt: window.to, audits: null })).toContain('not read');
    expect(because(reading([], { complete: false }))).toContain('more entries');
    expect(because(reading([], { since: '2026-10-20T00:00:00Z' }))).toContain('may be gone');
    expect(because(reading([], { since: '2026-11-03T00:00:00Z' }))).toContain('between the two scans');
  });
});

describe('the audit log', () => {
  const raw = (over: object = {}) => ({
    activityDateTime: '2026-11-05T10:00:00Z',
    activityDisplayName: 'Add member to role',
    category: 'RoleManagement',
    result: 'success',
    initiatedBy: { user: { id: 'u1', userPrincipalName: 'ann@contoso.example' }, app: null },
    targetResources: [
      {
        id: 'u9',
        displayName: 'Bob',
        type: 'User',
        modifiedProperties: [{ displayName: 'Role.DisplayName', oldValue: null, newValue: '"Global Administrator"' }],
      },
    ],
    ...over,
  });
  const reduced = (...items: unknown[]) => {
    const reducer = directoryAuditReducer('2026-11-01T00:00:00Z');
    reducer.add(items);
    return reducer.finish({ isWhole: true });
  };

  it('is reduced to who did what to which objects', () => {
    expect(reduced(raw()).entries).toEqual([
      {
        at: '2026-11-05T10:00:00.000Z',
        activity: 'Add member to role',
        category: 'RoleManagement',
        by: { kind: 'user', name: 'ann@contoso.example', id: 'u1' },
        targets: [{ id: 'u9', name: 'Bob', type: 'User' }],
        roles: ['Global Administrator'],
        correlationId: null,
        application: null,
      },
    ]);
  });

  it('knows which act an entry belongs to, and which application was granted what its target is', () => {
    const modified = { displayName: 'ServicePrincipal.DisplayName', oldValue: null, newValue: '"Mail Merge Pro"' };
    const graph = { id: 'g', displayName: 'Microsoft Graph', type: 'ServicePrincipal', modifiedProperties: [modified] };
    const [entry] = reduced(raw({ correlationId: 'c1', targetResources: [graph] })).entries;
    expect(entry).toMatchObject({ correlationId: 'c1', application: 'Mail Merge Pro' });
    expect(entry?.targets[0]?.name).toBe('Microsoft Graph');
  });

  it('leaves out what failed, what is no setting, and what has no form', () => {
    const others = [raw({ result: 'failure' }), raw({ category: 'UserManagement' }), null, 7, { category: 'Policy' }];
    expect(reduced(...others).entries).toEqual([]);
    const settings = raw({ category: 'GroupManagement', activityDisplayName: 'Update group settings' });
    expect(reduced(settings).entries).toHaveLength(1);
  });

  it('says nobody where the log names nobody', () => {
    expect(reduced(raw({ initiatedBy: { user: null, app: null } })).entries[0]?.by).toBeNull();
    const app = { user: null, app: { displayName: 'Terraform', servicePrincipalId: 's1' } };
    expect(reduced(raw({ initiatedBy: app })).entries[0]?.by).toEqual({ kind: 'app', name: 'Terraform', id: 's1' });
  });

  it('is bounded, and says that it is', () => {
    const many = reduced(...Array.from({ length: 1500 }, () => raw()));
    expect(many.entries).toHaveLength(1000);
    expect(many.complete).toBe(false);
  });
});

describe('the log is worth a request', () => {
  const snapshot = (state: string, more = {}) =>
    settingsSnapshot({ securityDefaults: collected({ state }, testNow), ...more });
  const unlicensed = {
    state: 'failed',
    fetchedAt: '',
    reason: 'notLicensed',
    status: 403,
    code: 'x',
    message: '',
  } as const;

  it('where something changed, not where nothing did', () => {
    const everything = (state: string) => {
      const { datasets, names } = snapshot(state);
      const known = Object.entries(datasets).map(([name, one]) => [
        name,
        one.state === 'ok' ? one : { state: 'ok', objects: [], unread: [] },
      ]);
      return { datasets: Object.fromEntries(known) as typeof datasets, names };
    };
    expect(needsAuditLog(everything('on'), everything('on'))).toBe(false);
    expect(needsAuditLog(everything('on'), everything('off'))).toBe(true);
  });

  it('where a dataset could not be compared, except for want of a license', () => {
    const none = Object.fromEntries(settingsDatasets.map((name) => [name, unlicensed]));
    expect(needsAuditLog(snapshot('on', none), snapshot('on', none))).toBe(false);
    const { roles: _roles, ...rest } = none;
    expect(needsAuditLog(snapshot('on', none), snapshot('on', rest))).toBe(true);
  });
});
