import { expect, test } from 'vitest';
import { graphRoutes } from '../graph/graph-router.ts';
import { readGraphSchema } from '../testing/graph-schema.ts';
import { type GraphSession, graphSession, listOf, openGraphSession, requestToken } from '../testing/graph-session.ts';
import { authorizePath, redirectValues } from '../testing/sign-in-driver.ts';
import { createSignInCloud } from './sign-in-cloud.ts';

const cloud = createSignInCloud({ now: () => new Date('2026-11-20T12:00:00Z') });
const tenants = [...cloud.tenants, ...(cloud.staffTenant ? [cloud.staffTenant] : [])];
const schema = readGraphSchema();

// So that its directory audit log has something of each kind.
const changedId = cloud.tenants[0]?.id ?? '';
const allowInvites = { kind: 'setting', setting: 'authorization', set: { allowInvitesFrom: 'none' } } as const;
cloud.changeTenant(changedId, allowInvites);
cloud.changeTenant(changedId, { kind: 'role', role: 'Global Reader', user: 9 }, { app: 'Terraform' });
cloud.changeTenant(changedId, { kind: 'account', user: 9, set: { jobTitle: 'Clerk' } });

const memberships = Object.fromEntries(
  ['/me', '/users/{id}'].flatMap((whose) =>
    ['memberOf', 'transitiveMemberOf'].flatMap((path) => [
      [`${whose}/${path}`, 'DirectoryObject'],
      [`${whose}/${path}/microsoft.graph.directoryRole`, 'DirectoryRole'],
      [`${whose}/${path}/microsoft.graph.group`, 'Group'],
    ]),
  ),
);

/** The type of what each path answers with, of its items where it is a list; null: a plain figure. */
const types: Record<string, string | null> = {
  ...memberships,
  '/users': 'User',
  '/users/$count': null,
  '/users/{id}': 'User',
  '/me': 'User',
  '/groups': 'Group',
  '/groups/$count': null,
  '/groups/{id}': 'Group',
  '/groups/{id}/members': 'DirectoryObject',
  '/groups/{id}/transitiveMembers': 'DirectoryObject',
  '/groups/{id}/members/$count': null,
  '/reports/authenticationMethods/userRegistrationDetails': 'UserRegistrationDetails',
  '/directoryRoles': 'DirectoryRole',
  '/directoryRoles/{id}/members': 'DirectoryObject',
  '/directoryObjects/getByIds': 'DirectoryObject',
  '/roleManagement/directory/roleDefinitions': 'UnifiedRoleDefinition',
  '/roleManagement/directory/roleAssignments': 'UnifiedRoleAssignment',
  '/roleManagement/directory/roleAssignmentScheduleInstances': 'UnifiedRoleAssignmentScheduleInstance',
  '/roleManagement/directory/roleEligibilityScheduleInstances': 'UnifiedRoleEligibilityScheduleInstance',
  '/identityGovernance/accessReviews/definitions': 'AccessReviewScheduleDefinition',
  '/policies/roleManagementPolicyAssignments': 'UnifiedRoleManagementPolicyAssignment',
  '/organization': 'Organization',
  '/organization/{id}': 'Organization',
  '/organization/{id}/branding': 'OrganizationalBranding',
  '/organization/{id}/branding/localizations/{language}': 'OrganizationalBranding',
  '/subscribedSkus': 'SubscribedSku',
  '/domains': 'Domain',
  '/domains/{id}/serviceConfigurationRecords': 'DomainDnsRecord',
  '/directory/onPremisesSynchronization': 'OnPremisesDirectorySynchronization',
  '/identity/conditionalAccess/policies': 'ConditionalAccessPolicy',
  '/identity/conditionalAccess/namedLocations': 'NamedLocation',
  '/policies/identitySecurityDefaultsEnforcementPolicy': 'IdentitySecurityDefaultsEnforcementPolicy',
  '/policies/authenticationMethodsPolicy': 'AuthenticationMethodsPolicy',
  '/policies/authorizationPolicy': 'AuthorizationPolicy',
  '/policies/adminConsentRequestPolicy': 'AdminConsentRequestPolicy',
  '/policies/crossTenantAccessPolicy/default': 'CrossTenantAccessPolicyConfigurationDefault',
  '/policies/crossTenantAccessPolicy/partners': 'CrossTenantAccessPolicyConfigurationPartner',
  '/policies/deviceRegistrationPolicy': 'DeviceRegistrationPolicy',
  '/policies/defaultAppManagementPolicy': 'TenantAppManagementPolicy',
  '/policies/activityBasedTimeoutPolicies': 'ActivityBasedTimeoutPolicy',
  '/admin/sharepoint/settings': 'SharepointSettings',
  '/groupSettings': 'GroupSetting',
  '/deviceManagement': 'DeviceManagement',
  '/deviceManagement/deviceEnrollmentConfigurations': 'DeviceEnrollmentConfiguration',
  '/deviceManagement/deviceCompliancePolicies': 'DeviceCompliancePolicy',
  '/deviceManagement/deviceCompliancePolicyDeviceStateSummary': 'DeviceCompliancePolicyDeviceStateSummary',
  '/security/identities/healthIssues': 'SecurityNamespace.HealthIssue',
  '/security/identities/sensors': 'SecurityNamespace.Sensor',
  '/security/secureScores': 'SecureScore',
  '/security/secureScoreControlProfiles': 'SecureScoreControlProfile',
  '/security/alerts_v2': 'SecurityNamespace.Alert',
  '/auditLogs/signIns': 'SignIn',
  '/auditLogs/directoryAudits': 'DirectoryAudit',
  '/identityProtection/riskyUsers': 'RiskyUser',
  '/identityProtection/riskDetections': 'RiskDetection',
  '/applications': 'Application',
  '/applications/{id}': 'Application',
  "/applications(appId='{appId}')": 'Application',
  "/applications(appId='{appId}')/owners": 'DirectoryObject',
  '/servicePrincipals/{id}/owners': 'DirectoryObject',
  '/servicePrincipals': 'ServicePrincipal',
  '/servicePrincipals/{id}': 'ServicePrincipal',
  "/servicePrincipals(appId='{appId}')": 'ServicePrincipal',
  '/tenantRelationships/delegatedAdminCustomers': 'DelegatedAdminCustomer',
  '/tenantRelationships/delegatedAdminCustomers/{id}': 'DelegatedAdminCustomer',
  '/contracts': 'Contract',
};

/** What the product asks to be expanded. */
const expansions: Record<string, string> = {
  '/directoryRoles': 'members',
  '/roleManagement/directory/roleAssignments': 'principal',
  '/roleManagement/directory/roleAssignmentScheduleInstances': 'principal,roleDefinition',
  '/roleManagement/directory/roleEligibilityScheduleInstances': 'principal',
  '/policies/roleManagementPolicyAssignments': 'policy($expand=rules)',
};

/** Where no tenant of the simulator has anything to be checked, and why. */
const neverFilled: Record<string, string> = {
  '/policies/crossTenantAccessPolicy/partners': 'no tenant has settings for single partners',
};

const errorForm = {
  code: expect.any(String),
  message: expect.any(String),
  innerError: expect.objectContaining({ 'request-id': expect.any(String) }),
};

/** Every property that a user has is sent only when it is asked for. */
const userFields =
  'accountEnabled,createdDateTime,onPremisesImmutableId,onPremisesSyncEnabled,signInActivity,userType,assignedLicenses';

async function sessionOfUser(tenantId: string): Promise<GraphSession> {
  const username = cloud.usersOf(tenantId).find(({ roles }) => roles.length > 0)?.userPrincipalName ?? '';
  const client = { client_id: 'app', redirect_uri: 'http://localhost:4280/callback' };
  const path = authorizePath(tenantId, { ...client, response_type: 'code', scope: 'openid .default' });
  const page = new Request(`https://login.microsoftonline.com${path}`, {
    method: 'POST',
    body: new URLSearchParams({ username }),
  });
  const { code = '' } = redirectValues(await cloud.handle(page));
  const grant = { ...client, grant_type: 'authorization_code', client_secret: 'x', code, scope: 'openid .default' };
  return graphSession(cloud, String((await requestToken(cloud, tenantId, grant)).body?.access_token));
}

/** The path with ids of this tenant; null where it has none of the kind. */
async function filled(session: GraphSession, path: string): Promise<string | null> {
  const [, before = '', name = ''] = /^(\/[^{(]*?)(?:\/|\(\w+=')\{(\w+)\}/.exec(path) ?? [];
  if (name === '') return path;
  const list = await session.get(before);
  if (list.status !== 200) return null;
  const [first] = listOf(list);
  return first ? path.replace(`{${name}}`, encodeURIComponent(String(first[name]))).replace('{language}', '0') : null;
}

/** Asks for the path in the tenant as each query has it. @returns whether an answer held something to be checked */
async function checked(tenantId: string, { path, method }: { path: string; method: string }): Promise<boolean> {
  const type = types[path];
  const session = path.startsWith('/me') ? await sessionOfUser(tenantId) : await openGraphSession(cloud, tenantId);
  const address = await filled(session, path);
  const queries = ['', ...(expansions[path] ? [`?$expand=${expansions[path]}`] : [])];
  if (type === 'User') queries.push(`?$select=${userFields}`);
  let isChecked = false;
  for (const query of address === null ? [] : queries) {
    const [user] = listOf(await session.get('/users?$select=id'));
    const reply =
      method === 'GET'
        ? await session.get(`${address}${query}`, { consistencylevel: 'eventual', 'accept-language': '0' })
        : await session.post(`${address}`, { ids: [user?.id] });
    if (reply.status !== 200) {
      // No license, no permission, no such thing: in Graph's error form.
      expect([400, 403, 404]).toContain(reply.status);
      expect(reply.body?.error).toEqual(errorForm);
      continue;
    }
    if (!type) {
      expect(reply.text).toMatch(/^\d+$/);
      isChecked = true;
      continue;
    }
    const { value = null, ...envelope } = reply.body ?? {};
    const items = Array.isArray(value) ? listOf(reply) : [envelope];
    if (Array.isArray(value)) expect(Object.keys(envelope).every((key) => key.startsWith('@odata.'))).toBe(true);
    expect([...new Set(items.flatMap((item) => schema.problems(type, item)))]).toEqual([]);
    isChecked ||= items.length > 0;
  }
  return isChecked;
}

test.each(graphRoutes.map(({ path, method = 'GET' }) => ({ path, method })))(
  'every answer of $path is of the public schema, and some tenant has one',
  async ({ path, method }) => {
    expect(types[path], 'the table above names the type of its answer').not.toBeUndefined();
    const checkedIn: string[] = [];
    for (const { id, name } of tenants) if (await checked(id, { path, method })) checkedIn.push(name);
    if (path in neverFilled) expect(checkedIn, `it is no longer true that ${neverFilled[path]}`).toEqual([]);
    else expect(checkedIn, 'no tenant has anything there').not.toEqual([]);
  },
);
