import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { datasets } from '../../facts/datasets.ts';
import { collected, type DatasetFailed, type Facts } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import type { RoleFacts, RoleHolding } from '../../facts/role-facts.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { settingsDrift } from './settings-drift.ts';
import { settingsDatasets, settingsSnapshot } from './settings-snapshot.ts';

const policy = (over: JsonObject = {}): JsonObject => ({
  id: 'p1',
  displayName: 'MFA for all',
  state: 'enabled',
  modifiedDateTime: '2026-01-01T00:00:00Z',
  conditions: { users: { includeUsers: ['All'], excludeUsers: ['u1', 'u2'] }, clientAppTypes: ['all'] },
  grantControls: { operator: 'OR', builtInControls: ['mfa'] },
  ...over,
});
const policies = (...list: JsonObject[]): Facts => ({ conditionalAccessPolicies: collected(list, testNow) });
const failure: DatasetFailed = {
  state: 'failed',
  fetchedAt: testNow.toISOString(),
  reason: 'notPermitted',
  status: 403,
  code: 'Authorization_RequestDenied',
  message: '',
};
const drift = (before: Facts, after: Facts) => settingsDrift(settingsSnapshot(before), settingsSnapshot(after));
const changes = (before: Facts, after: Facts) =>
  drift(before, after).changes.map(({ path, kind, before: old, after: young }) => [path.join('/'), kind, old, young]);

const holding = (over: Partial<RoleHolding> = {}): RoleHolding => ({
  roleTemplateId: '62e90394-69f5-4237-9190-012177145e10',
  roleName: 'Global Administrator',
  principalId: 'u1',
  principalType: 'user',
  name: 'Ann',
  upn: 'ann@contoso.example',
  viaGroupId: null,
  eligible: false,
  ...over,
});
const roles = (holdings: RoleHolding[], over: Partial<RoleFacts> = {}): Facts => ({
  roles: collected({ holdings, accounts: [], unresolvedGroups: [], eligibility: 'read', ...over }, testNow),
});

describe('what changed in the settings', () => {
  it('tells that a compliance policy of Intune lost its assignment, and not that devices came or went', () => {
    const compliance = (...assignments: JsonObject[]): Facts => ({
      deviceCompliancePolicies: collected([{ id: 'c', displayName: 'Windows', version: 3, assignments }], testNow),
      deviceComplianceSummary: collected({ compliantDeviceCount: assignments.length }, testNow),
    });
    const assigned = compliance({ id: 'a', target: { '@odata.type': '#microsoft.graph.allDevicesAssignmentTarget' } });
    expect(drift(assigned, compliance()).changes.map(({ dataset, objectName }) => [dataset, objectName])).toEqual([
      ['deviceCompliancePolicies', 'Windows'],
    ]);
  });

  it('names the property, the old value and the new one', () => {
    const after = policies(policy({ state: 'enabledForReportingButNotEnforced', modifiedDateTime: 'later' }));
    expect(drift(policies(policy()), after).changes).toEqual([
      {
        dataset: 'conditionalAccessPolicies',
        label: 'Conditional Access policies',
        objectId: 'p1',
        objectName: 'MFA for all',
        path: ['state'],
        kind: 'changed',
        scope: 'value',
        before: 'enabled',
        after: 'enabledForReportingButNotEnforced',
        attention: {
          weight: 'critical',
          title: 'Conditional Access policy set to report-only',
          kind: 'policy-off',
        },
        improvement: null,
        now: '"enabledForReportingButNotEnforced"',
      },
    ]);
  });

  it('tells which members a list gained and lost, by their names', () => {
    const users = { includeUsers: ['All'], excludeUsers: ['u2', 'u3'] };
    const named = (facts: Facts): Facts => ({
      ...facts,
      users: collected(
        {
          total: 1,
          enabledMembers: 1,
          disabled: 0,
          guests: 0,
          enabledGuests: 0,
          accounts: [{ id: 'u3', name: 'Bob', upn: 'bob@contoso.example', enabled: true, guest: false, synced: false }],
          disabledIds: [],
          disabledIdsComplete: true,
        },
        testNow,
      ),
    });
    const after = named(policies(policy({ conditions: { users, clientAppTypes: ['all'] } })));
    expect(changes(policies(policy()), after)).toEqual([
      ['conditions/users/excludeUsers', 'changed', 'u1', 'bob@contoso.example'],
    ]);
  });

  it('tells a policy that came or went as a whole', () => {
    const [added] = drift(policies(), policies(policy())).changes;
    expect(added).toMatchObject({ kind: 'added', path: [], before: null, objectName: 'MFA for all' });
    expect(added?.after).toContain('state: enabled');
    expect(drift(policies(policy()), policies()).changes).toMatchObject([{ kind: 'removed', after: null }]);
  });

  it('takes null, an empty list and absence for the same', () => {
    const withNulls = policy({ sessionControls: null, partialEnablementStrategy: null });
    expect(changes(policies(policy()), policies(withNulls))).toEqual([]);
    const emptied = policy({ conditions: { users: { includeUsers: ['All'], excludeUsers: [] } } });
    const without = policy({ conditions: { users: { includeUsers: ['All'] } } });
    expect(changes(policies(emptied), policies(without))).toEqual([]);
  });

  it('follows configurations by their id, not by their place', () => {
    const methods = (...list: JsonObject[]): Facts => ({
      authenticationMethodsPolicy: collected({ authenticationMethodConfigurations: list }, testNow),
    });
    const [sms, voice] = [
      { id: 'Sms', state: 'disabled' },
      { id: 'Voice', state: 'disabled' },
    ];
    expect(changes(methods(sms, voice), methods(voice, { ...sms, state: 'enabled' }))).toEqual([
      ['authenticationMethodConfigurations/Sms/state', 'changed', 'disabled', 'enabled'],
    ]);
  });

  it('sees a change far inside a long text', () => {
    const page = (text: string): Facts => ({ branding: collected({ signInPageText: text }, testNow) });
    const found = changes(page(`${'a'.repeat(2000)}b`), page(`${'a'.repeat(2000)}c`));
    expect(found).toHaveLength(1);
    expect(String(found[0]?.[2]).length).toBeLessThanOrEqual(300);
  });

  it('keeps no secret and no picture', () => {
    const facts: Facts = {
      branding: collected({ bannerLogo: 'iVBORw0KGgo', bannerLogoRelativeUrl: 'a/b' }, testNow),
      sharepointSettings: collected({ clientSecret: 'hunter2', nested: [{ secretText: 'hunter2' }] }, testNow),
    };
    const text = JSON.stringify(settingsSnapshot(facts));
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain('iVBORw0KGgo');
    expect(text).toContain('a/b');
  });
});

describe('roles', () => {
  it('tell a new holder, and one whose assignment became permanent', () => {
    const [eligible, active] = [holding({ eligible: true }), holding()];
    expect(drift(roles([eligible]), roles([active])).changes).toMatchObject([
      { kind: 'added', objectName: 'ann@contoso.example: Global Administrator' },
      { kind: 'removed', objectName: 'ann@contoso.example: Global Administrator' },
    ]);
  });

  it('do not call holders removed where just-in-time assignments could not be read', () => {
    const after = roles([], { eligibility: 'refused' });
    const found = drift(roles([holding({ eligible: true })]), after);
    expect(found.changes).toEqual([]);
    expect(found.notComparable.filter(({ dataset }) => dataset === 'roles')).toMatchObject([
      { label: 'PIM schedules' },
    ]);
  });

  it('without a license for PIM are compared but for its schedules, which are named alone', () => {
    const { changes: found, notComparable } = drift(
      roles([], { eligibility: 'notLicensed' }),
      roles([holding()], { eligibility: 'notLicensed' }),
    );
    expect(found).toMatchObject([{ dataset: 'roles', kind: 'added' }]);
    const because = 'PIM needs Microsoft Entra ID P2, which this organization does not have.';
    expect(notComparable.filter(({ dataset }) => dataset === 'roles')).toEqual([
      { dataset: 'roles', label: 'PIM schedules', because },
    ]);
  });

  it('do not call members of a group removed where the group could not be read', () => {
    const unresolvedGroups = [{ id: 'g1', name: 'Admins', roleTemplateId: 'r' }];
    const found = drift(roles([holding({ viaGroupId: 'g1' })]), roles([], { unresolvedGroups }));
    expect(found.changes).toEqual([]);
    expect(found.notComparable.some(({ because }) => because.includes('Admins'))).toBe(true);
  });
});

describe('what one of the scans could not see', () => {
  it('is not comparable, with the reason, and nothing in it is removed', () => {
    for (const [before, after] of [
      [policies(policy()), { conditionalAccessPolicies: failure }],
      [{ conditionalAccessPolicies: failure }, policies(policy())],
    ] as const) {
      const found = drift(before, after);
      expect(found.changes).toEqual([]);
      const [reason] = found.notComparable;
      expect(reason).toMatchObject({ dataset: 'conditionalAccessPolicies', label: 'Conditional Access policies' });
      expect(reason?.because).toContain('Authorization_RequestDenied');
    }
  });

  it('is a dataset that was not collected, too', () => {
    const withoutFeatures = settingsDatasets.filter((name) => !datasets[name].feature && !datasets[name].asAccount);
    expect(drift({}, {}).notComparable).toHaveLength(withoutFeatures.length);
  });

  it('is a dataset that the version of the earlier scan did not keep', () => {
    const { names, datasets } = settingsSnapshot(policies(policy()));
    const { conditionalAccessPolicies: _kept, ...older } = datasets;
    const found = settingsDrift({ names, datasets: older }, settingsSnapshot(policies(policy())));
    expect(found.changes).toEqual([]);
    expect(found.notComparable[0]?.because).toContain('Earlier scan: Not kept by the version that scanned.');
  });

  it('is a DNS record that a server did not give', () => {
    const dns = (status: 'ok' | 'timeout'): Facts => {
      const answer = status === 'ok' ? { status, values: ['v=DMARC1; p=reject'] } : { status };
      const none = { status: 'nodata' } as const;
      const domain = { domain: 'contoso.example', txt: none, dmarc: answer, dkim: [], mx: none };
      return { dns: collected([domain], testNow) } as unknown as Facts;
    };
    const found = drift(dns('ok'), dns('timeout'));
    expect(found.changes).toEqual([]);
    expect(found.notComparable.some(({ because }) => because.includes('DMARC records of contoso.example'))).toBe(true);
  });
});

const json = fc.jsonValue({ maxDepth: 4 });
const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const object = fc
  .tuple(ids, fc.dictionary(fc.constantFrom('state', 'users', 'conditions', 'list', 'id'), json), fc.array(ids))
  .map(([id, rest, members]): JsonObject => ({ ...rest, id, displayName: id, members }));
const policyList = fc.uniqueArray(object, { selector: (item) => item.id });
const facts = policyList.map((list) => policies(...list));

function shuffled(value: unknown, turn: number): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => shuffled(item, turn));
    return turn % 2 === 0 ? items.reverse() : [...items.slice(1), ...items.slice(0, 1)];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, shuffled(item, turn)]),
  );
}

describe('whatever the settings are', () => {
  test('comparing with itself finds nothing', () => {
    fc.assert(
      fc.property(facts, (one) => {
        expect(drift(one, structuredClone(one)).changes).toEqual([]);
      }),
    );
  });

  test('the order of policies, of members and of properties is no change', () => {
    fc.assert(
      fc.property(policyList, fc.nat(3), (list, turn) => {
        expect(drift(policies(...list), policies(...(shuffled(list, turn) as JsonObject[]))).changes).toEqual([]);
      }),
    );
  });

  test('looking back swaps what was added and what was removed', () => {
    const swapped = { added: 'removed', removed: 'added', changed: 'changed' } as const;
    fc.assert(
      fc.property(facts, facts, (one, other) => {
        const there = drift(one, other).changes;
        const back = drift(other, one).changes;
        expect(back.map(({ path, kind, before, after }) => [path, kind, before, after])).toEqual(
          there.map(({ path, kind, before, after }) => [path, swapped[kind], after, before]),
        );
      }),
    );
  });

  test('every text is bounded', () => {
    fc.assert(
      fc.property(facts, facts, (one, other) => {
        for (const { before, after } of drift(one, other).changes) {
          expect(Math.max(before?.length ?? 0, after?.length ?? 0)).toBeLessThanOrEqual(300);
        }
      }),
    );
  });
});
