import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { globalAdministratorId } from '../../microsoft/privileged-roles.ts';
import { block, policy, requireMfa } from '../../testing/policies.ts';
import { account, off } from '../../testing/snapshots.ts';
import { verdictFor } from '../../testing/verdict-for.ts';

const reportOnly = 'enabledForReportingButNotEnforced';
const withPolicies = (list: JsonObject[], more: JsonObject = {}): JsonObject => ({
  ...off,
  conditionalAccessPolicies: list,
  ...more,
});
const adviceOf = (check: string, ...list: JsonObject[]): string => verdictFor(check, withPolicies(list)).recommendation;

describe('the advice reads what is there', () => {
  it('turns on a policy in report-only, by name, and creates no other', () => {
    const pilot = policy({ name: 'MFA pilot', state: reportOnly });
    const { status, message, recommendation } = verdictFor('ca.mfa.all', withPolicies([pilot]));
    expect(status).toBe('fail');
    expect(message).toContain('"MFA pilot" stands ready in report-only');
    expect(recommendation).toContain('turn on "MFA pilot" (report-only)');
    expect(recommendation).toContain('Entra ID > Conditional Access');
    expect(recommendation).not.toMatch(/New policy|security defaults/i);
  });

  it('turns on a policy that is off', () => {
    const disabled = policy({
      name: 'Block legacy',
      state: 'disabled',
      conditions: { clientAppTypes: ['other', 'exchangeActiveSync'] },
      grant: block,
    });
    expect(adviceOf('ca.legacy', disabled)).toContain(
      'turn on "Block legacy" (off); first set what is off to report-only',
    );
  });

  it('says what stays open once the policy is on', () => {
    const pilot = policy({
      name: 'Pilot',
      state: reportOnly,
      users: { includeUsers: ['All'], excludeGroups: ['scanners'] },
    });
    expect(adviceOf('ca.mfa.all', pilot)).toContain('Then still not covered: group scanners');
  });

  it.each([
    ['a group', policy({ name: 'Narrow', users: { includeGroups: ['it'] } }), 'widen "Narrow" (on)'],
    [
      'a group, in report-only',
      policy({ name: 'Narrow', state: reportOnly, users: { includeGroups: ['it'] } }),
      'widen "Narrow" (report-only)',
    ],
    [
      'one application',
      policy({ name: 'Narrow', applications: { includeApplications: ['x'] } }),
      'widen "Narrow" (on)',
    ],
  ])('widens a policy for %s', (_what, narrow, advice) => {
    expect(adviceOf('ca.mfa.all', narrow)).toContain(advice);
  });

  it('changes a policy that speaks of the same sign-ins', () => {
    const watching = policy({
      name: 'Watch',
      conditions: { authenticationFlows: { transferMethods: 'deviceCodeFlow' } },
      grant: requireMfa,
    });
    expect(adviceOf('ca.devicecode', watching)).toContain('change "Watch" (on)');
  });

  it('takes no policy for administrators, and none against legacy clients, for a pilot of something else', () => {
    const others = [
      policy({ name: 'Admins', users: { includeRoles: [globalAdministratorId] } }),
      policy({ name: 'Legacy', conditions: { clientAppTypes: ['other'] }, grant: block }),
    ];
    expect(adviceOf('ca.mfa.all', ...others)).toContain('New policy');
    expect(adviceOf('ca.devicecode', ...others)).toContain('New policy');
  });

  it('advises no security defaults beside a policy that is on or stands ready', () => {
    const legacy = policy({ name: 'Legacy', conditions: { clientAppTypes: ['other'] }, grant: block });
    expect(adviceOf('mfa.security.defaults', legacy)).not.toMatch(/security defaults/i);
    expect(adviceOf('mfa.security.defaults', policy({ name: 'Pilot', state: reportOnly }))).toContain(
      'turn on "Pilot"',
    );
    expect(adviceOf('mfa.security.defaults')).toMatch(/turn on security defaults/);
  });
});

describe('who is affected', () => {
  const people = [account('a'), account('b'), account('c'), account('gone', { accountEnabled: false })];
  const pilot = policy({ name: 'Pilot', state: reportOnly, users: { includeUsers: ['All'], excludeUsers: ['c'] } });

  it('is everybody where the policy is in report-only, not those whom it excludes', () => {
    const { affected, affectedCount } = verdictFor('ca.mfa.all', withPolicies([pilot], { users: people }));
    expect({ affected, affectedCount }).toEqual({
      affected: [{ type: 'people', id: 'users', name: 'All users' }],
      affectedCount: 3,
    });
  });

  it('is everybody but whom a policy in force covers', () => {
    const ofA = policy({ name: 'Of A', users: { includeUsers: ['a'] } });
    const { affected, affectedCount } = verdictFor('ca.mfa.all', withPolicies([pilot, ofA], { users: people }));
    expect(affected).toEqual([{ type: 'people', id: 'users', name: 'All users except the 1 covered by "Of A"' }]);
    expect(affectedCount).toBe(2);
  });

  it('is not counted where the members of a covered group are not known', () => {
    const ofGroup = policy({ name: 'Of IT', users: { includeGroups: ['it'] } });
    const { affected, affectedCount } = verdictFor('ca.mfa.all', withPolicies([ofGroup], { users: people }));
    expect(affected).toEqual([{ type: 'people', id: 'users', name: 'All users not covered by "Of IT"' }]);
    expect(affectedCount).toBe(1);
  });

  const roles = {
    directoryRoles: [
      { displayName: 'Global Administrator', members: [account('ga')] },
      {
        displayName: 'User Administrator',
        members: [account('ua'), account('both'), account('off', { accountEnabled: false })],
      },
      { displayName: 'Exchange Administrator', members: [account('both'), account('named')] },
    ],
  };

  it('are the administrators whom no policy in force reaches, with their roles', () => {
    const covered = [
      policy({ name: 'GA', users: { includeRoles: [globalAdministratorId] } }),
      policy({ name: 'Named', users: { includeUsers: ['named'] } }),
      pilot,
    ];
    const found = verdictFor('ca.mfa.admins', withPolicies(covered, roles));
    expect(found.status).toBe('fail');
    expect(found.affected.map(({ name }) => name).sort()).toEqual(['both@example.com', 'ua@example.com']);
    expect(found.message).toContain('ua@example.com (User Administrator)');
    expect(found.evidence.map(({ observed }) => observed)).toContain('ua@example.com: User Administrator, not covered');
  });
});
