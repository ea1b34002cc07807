import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { whatIfQuestion } from '../../findings/what-if/what-if-request.ts';
import { globalAdministratorId } from '../../microsoft/privileged-roles.ts';
import { block, policy } from '../../testing/policies.ts';
import { verdictFor } from '../../testing/verdict-for.ts';

const person = (id: string): JsonObject => ({
  id,
  userPrincipalName: `${id}@example.com`,
  userType: 'Member',
  accountEnabled: true,
});
const roles = (...members: string[]): JsonObject => ({
  directoryRoles: [
    { roleTemplateId: globalAdministratorId, displayName: 'Global Administrator', members: members.map(person) },
  ],
});
const groupOf = (...members: string[]): JsonObject => ({
  groups: [{ id: 'g', displayName: 'Kitchen', groupTypes: [], members: members.map(person) }],
});
const closing = (exclude: JsonObject = {}) =>
  policy({
    applications: { includeApplications: ['MicrosoftAdminPortals'] },
    users: { includeUsers: ['All'], excludeRoles: [globalAdministratorId], ...exclude },
    grant: block,
  });
const verdict = (policies: JsonObject[], more: JsonObject = {}) =>
  verdictFor('ca.admin.portals', {
    users: ['ada', 'ben'].map(person),
    ...roles('ada'),
    conditionalAccessPolicies: policies,
    ...more,
  });

describe('a sign-in to the admin portals that gets past', () => {
  it('is told where no policy blocks them, and Microsoft cannot be asked about it', () => {
    const { status, witness } = verdict([policy()]);
    expect(status).toBe('fail');
    expect(witness).toMatchObject({
      target: { kind: 'application', id: null, name: 'Microsoft Admin Portals' },
      client: 'browser',
      platform: 'windows',
    });
    expect(witness && whatIfQuestion(witness)).toEqual({
      request: null,
      because: expect.stringContaining('which applications the Microsoft Admin Portals are is not known by their ids'),
    });
  });

  it('is of somebody without a role, also where the first of a group that is left out has one', () => {
    const { status, witness } = verdict([closing({ excludeGroups: ['g'] })], groupOf('ada', 'ben'));
    expect(status).toBe('warning');
    expect(witness?.user).toMatchObject({ id: 'ben', roles: [], groups: [{ id: 'g', name: 'Kitchen' }] });
  });

  it('says that nobody knows whether its account holds a role, where roles could not be read', () => {
    const unread = { directoryRoles: { error: { status: 403, code: 'Authorization_RequestDenied', message: '' } } };
    const { witness } = verdict([closing({ excludeGroups: ['g'] })], { ...groupOf('ben'), ...unread });
    expect(witness?.open ?? []).toContain('whether the account holds an administrative role is not known');
  });

  it('is none where other policies block it: these are not the ones that the check asks for', () => {
    expect(verdict([policy({ name: 'Closed', grant: block })])).toMatchObject({ status: 'fail' });
    expect(verdict([policy({ name: 'Closed', grant: block })]).witness).toBeUndefined();
    const others = policy({ name: 'Kitchen', users: { includeGroups: ['g'] }, grant: block });
    const found = verdict([closing({ excludeGroups: ['g'] }), others], groupOf('ben'));
    expect([found.status, found.witness]).toEqual(['warning', undefined]);
  });

  it('is none where they are closed', () => {
    expect(verdict([closing()])).toMatchObject({ status: 'pass' });
    expect(verdict([closing()]).witness).toBeUndefined();
  });
});
