import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../facts/json-reader.ts';
import { globalAdministratorId } from '../microsoft/privileged-roles.ts';
import { block, type PolicyParts, policy } from '../testing/policies.ts';
import { verdictFor } from '../testing/verdict-for.ts';

const all: JsonObject = { includeUsers: ['All'] };
const allBut = (exclusion: JsonObject): JsonObject => ({ ...all, ...exclusion });
const guests =
  'internalGuest,b2bCollaborationGuest,b2bCollaborationMember,b2bDirectConnectUser,otherExternalUser,serviceProvider';
const byLocation = { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } };

function verdict(check: string, policies: readonly unknown[], more: JsonObject = {}) {
  return verdictFor(check, { securityDefaults: { isEnabled: false }, conditionalAccessPolicies: policies, ...more });
}

describe('MFA of all users, required by one policy', () => {
  test.each<[string, PolicyParts, string]>([
    ['on Linux only', { conditions: { platforms: { includePlatforms: ['linux'] } } }, 'fail'],
    ['from one place only', { conditions: { locations: { includeLocations: ['office'] } } }, 'fail'],
    ['in browsers only', { conditions: { clientAppTypes: ['browser'] } }, 'fail'],
    ['for one application only', { applications: { includeApplications: ['a1'] } }, 'fail'],
    ['for Office 365 only', { applications: { includeApplications: ['Office365'] } }, 'fail'],
    ['or a compliant device', { grant: { operator: 'OR', builtInControls: ['mfa', 'compliantDevice'] } }, 'fail'],
    ['and a compliant device', { grant: { operator: 'AND', builtInControls: ['mfa', 'compliantDevice'] } }, 'pass'],
    ['of nobody', { users: { includeUsers: ['None'] } }, 'fail'],
    ['of all but all', { users: allBut({ excludeUsers: ['All'] }) }, 'fail'],
    ['of all but a group', { users: allBut({ excludeGroups: ['everyone'] }) }, 'warning'],
    ['of all but a role', { users: allBut({ excludeRoles: [globalAdministratorId] }) }, 'warning'],
    [
      'of all but some guests',
      { users: allBut({ excludeGuestsOrExternalUsers: { guestOrExternalUserTypes: 'internalGuest' } }) },
      'warning',
    ],
    ['in report-only mode', { state: 'enabledForReportingButNotEnforced' }, 'fail'],
    ['that is off', { state: 'disabled' }, 'fail'],
    [
      'written in capitals',
      { state: 'Enabled', users: { includeUsers: ['ALL'] }, grant: { operator: 'or', builtInControls: ['MFA'] } },
      'pass',
    ],
    ['by a session control alone', { grant: null, session: { signInFrequency: { isEnabled: true } } }, 'fail'],
    [
      'by a strength with one weak way in',
      { grant: { operator: 'OR', authenticationStrength: { id: 's', allowedCombinations: ['password', 'fido2'] } } },
      'fail',
    ],
  ])('%s', (_name, parts, status) => {
    const found = verdict('ca.mfa.all', [policy(parts)]);
    expect(found.status, found.message).toBe(status);
  });
});

describe('policies in union', () => {
  const rest = { clientAppTypes: ['mobileAppsAndDesktopClients', 'exchangeActiveSync', 'other'] };
  test.each<[string, JsonObject[], string]>([
    [
      'over clients',
      [policy({ name: 'A', conditions: { clientAppTypes: ['browser'] } }), policy({ name: 'B', conditions: rest })],
      'pass',
    ],
    [
      'over places',
      [
        policy({ name: 'A', conditions: byLocation }),
        policy({ name: 'B', conditions: { locations: { includeLocations: ['AllTrusted'] } } }),
      ],
      'pass',
    ],
    [
      'over applications',
      [
        policy({ name: 'A', applications: { includeApplications: ['All'], excludeApplications: ['x'] } }),
        policy({ name: 'B', applications: { includeApplications: ['x'] } }),
      ],
      'pass',
    ],
  ])('cover %s, and each of them is named', (_name, policies, status) => {
    const found = verdict('ca.mfa.all', policies);
    expect(found.status, found.message).toBe(status);
    expect(found.message).toMatch(/"A".*"B"/);
    expect(found.evidence.map(({ objectId }) => objectId)).toEqual(['id-of-A', 'id-of-B']);
  });

  test('that leave out a group and an application by turns leave the two together open', () => {
    const apps = { includeApplications: ['All'], excludeApplications: ['x'] };
    const found = verdict('ca.mfa.all', [
      policy({ name: 'A', users: allBut({ excludeGroups: ['g'] }), applications: apps }),
      policy({ name: 'B', users: { includeGroups: ['g'] }, applications: apps }),
      policy({ name: 'C', users: allBut({ excludeGroups: ['g'] }), applications: { includeApplications: ['x'] } }),
    ]);
    expect(found.status).toBe('warning');
    expect(found.message).toContain('group g together with application x');
    expect(found.affected.map(({ id }) => id)).toEqual(['g', 'x']);
  });

  test('a block of guests closes the gap that MFA of members leaves, and is told as a block', () => {
    const found = verdict('ca.mfa.all', [
      policy({ name: 'Members', users: allBut({ excludeUsers: ['GuestsOrExternalUsers'] }) }),
      policy({ name: 'No guests', users: { includeUsers: ['GuestsOrExternalUsers'] }, grant: block }),
    ]);
    expect(found).toMatchObject({ status: 'pass' });
    expect(found.message).toContain('blocked altogether by "No guests"');
  });

  test('a block of unknown platforms does not make much of MFA that nobody asks for', () => {
    const known = ['android', 'iOS', 'windows', 'windowsPhone', 'macOS', 'linux'];
    const platforms = { includePlatforms: ['all'], excludePlatforms: known };
    for (const grant of [block, { operator: 'OR', builtInControls: ['mfa'] }])
      expect(verdict('ca.mfa.all', [policy({ grant, conditions: { platforms } })]).status).toBe('fail');
    expect(
      verdict('ca.mfa.all', [policy({ name: 'MFA' }), policy({ grant: block, conditions: { platforms } })]),
    ).toMatchObject({
      status: 'pass',
      message: expect.stringContaining('by "MFA"'),
    });
  });

  test('a policy that leaves out every place, platform or application covers none', () => {
    const every = [
      { conditions: { locations: { includeLocations: ['All'], excludeLocations: ['All'] } } },
      { conditions: { platforms: { includePlatforms: ['all'], excludePlatforms: ['all'] } } },
      { applications: { includeApplications: ['All'], excludeApplications: ['All'] } },
    ];
    for (const parts of every) expect(verdict('ca.mfa.all', [policy(parts)]).status).toBe('fail');
  });

  test('a narrow block is no narrow MFA', () => {
    const found = verdict('ca.mfa.all', [
      policy({ grant: block, conditions: { authenticationFlows: { transferMethods: 'deviceCodeFlow' } } }),
    ]);
    expect(found?.status).toBe('fail');
    expect(found?.evidence.map(({ observed }) => observed)).toEqual(['not covered: sign-ins of users']);
  });
});

describe('a policy that cannot be read', () => {
  test.each<[string, JsonObject]>([
    ['an unknown state', policy({ state: 'unknownFutureValue' })],
    ['no state', { ...policy(), state: null }],
    ['no conditions', { ...policy(), conditions: null }],
    ['an exclusion that is a text', policy({ users: allBut({ excludeGroups: 'g1' }) })],
    ['an exclusion of objects', policy({ users: allBut({ excludeUsers: [{ id: 'x' }] }) })],
    ['an exclusion of a kind to come', policy({ users: allBut({ excludeAgents: ['x'] }) })],
    ['guests without kinds', policy({ users: allBut({ excludeGuestsOrExternalUsers: { all: true } }) })],
    ['places of another form', policy({ conditions: { locations: 'anywhere' } })],
    ['platforms of another form', policy({ conditions: { platforms: { includePlatforms: 'all' } } })],
    [
      'a device filter without a rule',
      policy({ conditions: { devices: { deviceFilter: { mode: 'exclude', rule: 5 } } } }),
    ],
    ['flows of another form', policy({ conditions: { authenticationFlows: 7 } })],
    ['controls of another form', policy({ grant: { operator: 'OR', builtInControls: 'mfa' } })],
    [
      'a strength of which nothing is told',
      policy({ grant: { operator: 'OR', authenticationStrength: { id: 'own' } } }),
    ],
    [
      'a strength named like a property',
      policy({ grant: { operator: 'OR', authenticationStrength: { id: 'constructor' } } }),
    ],
  ])('with %s is neither protection nor the lack of it', (_name, odd) => {
    const found = verdict('ca.mfa.all', [odd]);
    expect(found.status, found.message).toBe('couldNotCheck');
    expect(found.message).toContain('"Policy"');
    expect(verdict('ca.breakglass', [odd]).status).toBe('couldNotCheck');
    expect(verdict('ca.mfa.all', [policy({ name: 'Other' }), odd]).status).toBe('pass');
  });

  test('by its session controls matters to the checks that ask for these, and to no other', () => {
    const odd = policy({ session: { signInFrequency: { isEnabled: true, value: 1, type: 'weeks' } } });
    expect(verdict('ca.mfa.all', [odd]).status).toBe('pass');
    expect(verdict('ca.signinfreq.all', [odd]).status).toBe('couldNotCheck');
  });

  test('by an unknown control: beside others it may let anybody in, on top of others it takes nothing away', () => {
    const asking = (operator: string) => policy({ grant: { operator, builtInControls: ['mfa', 'newControl'] } });
    expect(verdict('ca.mfa.all', [asking('OR')]).status).toBe('couldNotCheck');
    expect(verdict('ca.mfa.all', [asking('AND')]).status).toBe('pass');
    expect(verdict('ca.mfa.all', [asking('XOR')]).status).toBe('couldNotCheck');
  });

  test('does not matter while it is off', () => {
    expect(verdict('ca.mfa.all', [{ ...policy({ state: 'disabled' }), conditions: 5 }]).status).toBe('fail');
  });

  test('a strength of Microsoft is known by its id', () => {
    const strength = { id: '00000000-0000-0000-0000-000000000004' };
    const own = policy({ grant: { operator: 'OR', authenticationStrength: strength } });
    expect(verdict('ca.mfa.all.phish', [own]).status).toBe('pass');
  });
});

describe('who an exclusion can concern', () => {
  const excluding = [policy({ users: allBut({ excludeUsers: ['m'] }) })];
  const account = (userType: string) => ({ users: [{ id: 'm', userType, accountEnabled: true }] });

  test('a member left out is no gap for guests, a guest is, and so is an account of which nothing is known', () => {
    expect(verdict('ca.mfa.guests', excluding, account('Member')).status).toBe('pass');
    expect(verdict('ca.mfa.guests', excluding, account('Guest')).status).toBe('warning');
    expect(verdict('ca.mfa.guests', excluding).status).toBe('warning');
  });

  test('an exclusion is named with its account', () => {
    const [one, ...others] = verdict('ca.mfa.all', excluding, account('Member')).affected;
    expect(one).toMatchObject({ type: 'user', id: 'm', name: 'm' });
    expect(others).toEqual([]);
  });
});

describe('checks on what a policy is meant for', () => {
  const outside = policy({ grant: block, conditions: byLocation });
  const portals: PolicyParts = {
    grant: block,
    users: allBut({ excludeRoles: ['r'] }),
    applications: { includeApplications: ['MicrosoftAdminPortals'] },
  };
  const linux = { platforms: { includePlatforms: ['linux'] } };
  const unmanaged = { devices: { deviceFilter: { mode: 'include', rule: 'device.isCompliant -ne True' } } };
  const session = { signInFrequency: { isEnabled: true, value: 1, type: 'hours' } };

  test.each<[string, string, JsonObject, string]>([
    ['ca.locations', 'all outside', outside, 'pass'],
    [
      'ca.locations',
      'all but a group',
      policy({ grant: block, users: allBut({ excludeGroups: ['g'] }), conditions: byLocation }),
      'warning',
    ],
    ['ca.locations', 'Linux alone', policy({ grant: block, conditions: { ...byLocation, ...linux } }), 'fail'],
    [
      'ca.locations',
      'one application',
      policy({ grant: block, applications: { includeApplications: ['x'] }, conditions: byLocation }),
      'fail',
    ],
    ['ca.admin.portals', 'everyone without a role', policy(portals), 'pass'],
    ['ca.admin.portals', 'Linux alone', policy({ ...portals, conditions: linux }), 'fail'],
    [
      'ca.admin.portals',
      'all but a group',
      policy({ ...portals, users: allBut({ excludeRoles: ['r'], excludeGroups: ['g'] }) }),
      'warning',
    ],
    ['ca.signinfreq.unmanaged', 'all', policy({ grant: null, session, conditions: unmanaged }), 'pass'],
    [
      'ca.signinfreq.unmanaged',
      'Linux alone',
      policy({ grant: null, session, conditions: { ...unmanaged, ...linux } }),
      'fail',
    ],
    [
      'ca.devicecode',
      'one application',
      policy({
        grant: block,
        applications: { includeApplications: ['x'] },
        conditions: { authenticationFlows: { transferMethods: 'deviceCodeFlow' } },
      }),
      'fail',
    ],
    ['ca.legacy', 'one of two clients', policy({ grant: block, conditions: { clientAppTypes: ['other'] } }), 'fail'],
  ])('%s, reaching %s', (check, _name, item, status) => {
    const found = verdict(check, [item]);
    expect(found.status, found.message).toBe(status);
  });

  test('two policies may share out the short session and the browser that forgets', () => {
    const short = policy({ name: 'A', session: { signInFrequency: { isEnabled: true, value: 4, type: 'hours' } } });
    const never = policy({ name: 'B', session: { persistentBrowser: { isEnabled: true, mode: 'never' } } });
    expect(verdict('ca.signinfreq.admins', [short]).status).toBe('fail');
    expect(verdict('ca.signinfreq.admins', [never]).status).toBe('fail');
    expect(
      verdict('ca.signinfreq.all', [policy({ session: { signInFrequency: { isEnabled: true, value: 4 } } })]).status,
    ).toBe('fail');
  });

  test('token protection of Office 365 reaches Exchange, SharePoint and Teams', () => {
    const found = verdict('ca.token', [
      policy({
        grant: null,
        applications: { includeApplications: ['Office365'] },
        session: { secureSignInSession: { isEnabled: true } },
      }),
    ]);
    expect(found.status, found.message).toBe('pass');
  });

  test('all guests left out are no emergency account', () => {
    expect(
      verdict('ca.breakglass', [policy({ users: allBut({ excludeUsers: ['GuestsOrExternalUsers'] }) })]).status,
    ).toBe('fail');
  });

  test('a policy that is being tried out since nobody knows when is not called old', () => {
    expect(verdict('ca.reportonly', [policy({ state: 'enabledForReportingButNotEnforced' })]).status).toBe(
      'couldNotCheck',
    );
  });

  test('no policy stops a synchronization that does not exist', () => {
    const organization = [{ onPremisesSyncEnabled: null }];
    expect(verdict('ca.sync.account', [policy()], { organization }).status).toBe('notApplicable');
    expect(verdict('ca.sync.account', [policy()]).status).toBe('couldNotCheck');
  });
});

describe('exclusions', () => {
  test('that no other policy catches are named with the policy that makes them', () => {
    const first = policy({ name: 'A', users: allBut({ excludeUsers: ['u'], excludeGroups: ['g'] }) });
    const second = policy({ name: 'B', users: { includeGroups: ['g'] }, applications: { includeApplications: ['x'] } });
    const found = verdict('ca.exclusion.gaps', [first, second]);
    expect(found).toMatchObject({ status: 'warning', affectedCount: 2 });
    expect(found.affected.map(({ id }) => id)).toEqual(['g', 'u']);
    expect(found.evidence[1]?.observed).toContain('excluded from "A"');
  });

  test('of report-only policies, and those that are declared, do not count', () => {
    const planned = policy({ state: 'enabledForReportingButNotEnforced', users: allBut({ excludeUsers: ['u'] }) });
    expect(verdict('ca.exclusion.gaps', [planned]).status).toBe('pass');
    const exemptions = { 'ca.exclusion.gaps': { capExclusions: { users: ['u'] } } };
    const excluding = policy({ users: allBut({ excludeUsers: ['u'] }) });
    expect(verdict('ca.exclusion.gaps', [excluding]).status).toBe('warning');
    const accepted = verdict('ca.exclusion.gaps', [excluding], { exemptions });
    expect(accepted.status).toBe('pass');
    expect(accepted.message).toMatch(/anybody or anything else\. Excluded as declared: account u\./);
  });
});

describe('security defaults', () => {
  const on = { securityDefaults: { isEnabled: true }, conditionalAccessPolicies: [] };

  test('are told as what they do, and reach guests and Azure management', () => {
    expect(verdictFor('ca.mfa.all', on).message).toContain('when Microsoft sees a risk');
    for (const check of ['ca.mfa.admins', 'ca.mfa.azure', 'ca.legacy'])
      expect(verdictFor(check, on).status, check).toBe('pass');
    // Who has no administrative role is not asked at every sign-in.
    for (const check of ['ca.mfa.all', 'ca.mfa.guests']) {
      const { status, message } = verdictFor(check, on);
      expect({ status, message }, check).toMatchObject({
        status: 'warning',
        message: expect.stringContaining('not prompted at every sign-in'),
      });
    }
    expect(verdictFor('ca.mfa.all.phish', on).status).toBe('fail');
  });
});

describe('roles that policies have to reach', () => {
  const onRole = (...includeRoles: string[]) => [policy({ users: { includeRoles } })];
  const exchange = '29232cdf-9323-42fd-ade2-1d097af3e4de';
  const snapshot = {
    directoryRoles: [{ displayName: 'Global Administrator', members: [{ id: 'a', userPrincipalName: 'a@x.com' }] }],
  };

  test('are all of them while eligible holders are not known', () => {
    expect(verdict('ca.mfa.admins', onRole(globalAdministratorId), snapshot).status).toBe('couldNotCheck');
  });

  test('take in a role that somebody can only activate', () => {
    const privilegedRoles = [
      {
        displayName: 'Global Administrator',
        assignments: [{ principalId: 'a', startDateTime: null, endDateTime: null }],
      },
      {
        displayName: 'Exchange Administrator',
        assignments: [{ principalId: 'b', startDateTime: null, endDateTime: null }],
      },
    ];
    expect(verdict('ca.mfa.admins', onRole(globalAdministratorId), { ...snapshot, privilegedRoles }).status).toBe(
      'fail',
    );
    expect(
      verdict('ca.mfa.admins', onRole(globalAdministratorId, exchange), { ...snapshot, privilegedRoles }).status,
    ).toBe('pass');
  });

  test('a list of guests by kind covers every kind', () => {
    const named = policy({ users: { includeGuestsOrExternalUsers: { guestOrExternalUserTypes: guests } } });
    const some = {
      guestOrExternalUserTypes: guests,
      externalTenants: { membershipKind: 'enumerated', members: ['t'] },
    };
    expect(verdict('ca.mfa.guests', [named]).status).toBe('pass');
    expect(verdict('ca.mfa.guests', [policy({ users: { includeGuestsOrExternalUsers: some } })]).status).toBe('fail');
  });
});
