import { describe, expect, it } from 'vitest';
import type { DirectoryAuditEntry } from '../../audit/facts/directory-audit-facts.ts';
import { consentChanges } from './consent-changes.ts';

const entry = (over: Partial<DirectoryAuditEntry>): DirectoryAuditEntry => ({
  at: '2026-11-27T10:00:00.000Z',
  activity: 'Consent to application',
  category: 'ApplicationManagement',
  by: { kind: 'user', name: 'eve@contoso.example', id: 'u1' },
  targets: [{ id: 's1', name: 'Mail Merge Pro', type: 'ServicePrincipal' }],
  roles: [],
  correlationId: 'c1',
  ...over,
});
const granted = (activity: string, over: Partial<DirectoryAuditEntry> = {}) =>
  entry({
    activity,
    targets: [{ id: 'g', name: 'Microsoft Graph', type: 'ServicePrincipal' }],
    application: 'Mail Merge Pro',
    ...over,
  });
const delegated = granted('Add delegated permission grant');
const role = granted('Add app role assignment to service principal');
const told = (log: DirectoryAuditEntry[], fresh = log) =>
  consentChanges(log, fresh).map(({ change: { title, object } }) => [title, object]);

describe('a consent to an application', () => {
  it('is one change with the name of the application, whatever entries it left', () => {
    expect(told([delegated, role, role, entry({})])).toEqual([['Consent to application', 'Mail Merge Pro']]);
    const [one] = consentChanges([delegated, entry({})], [entry({})]);
    expect([one?.baselineScanId, one?.who?.entries.length]).toEqual([null, 2]);
  });

  it('has the name where the consent itself is not in the log', () => {
    expect(told([role])).toEqual([['Add app role assignment to service principal', 'Mail Merge Pro']]);
    expect(told([granted('Add delegated permission grant', { application: null })])).toEqual([
      ['Add delegated permission grant', ''],
    ]);
  });

  it('is the same one where one of its entries comes later', () => {
    const [early] = consentChanges([role], [role]);
    const [late] = consentChanges([delegated, role], [delegated]);
    expect(late?.change.key).toBe(early?.change.key);
    expect(told([delegated, role], [])).toEqual([]);
  });

  it('is another one where another act, or no act, is named', () => {
    const other = entry({
      correlationId: 'c2',
      targets: [{ id: 's2', name: 'Backup Tool', type: 'ServicePrincipal' }],
    });
    const loose = [1, 2].map((hour) => entry({ correlationId: null, at: `2026-11-27T0${hour}:00:00.000Z` }));
    expect(told([entry({}), other])).toHaveLength(2);
    expect(told(loose)).toHaveLength(2);
  });
});
