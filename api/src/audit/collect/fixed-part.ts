import { maxAffectedListed } from '@tenantry/contract/verdicts';
import type { BatchItem } from '../../ports/graph.ts';
import type { DatasetName } from '../facts/datasets.ts';

/** `first`: a list of which the first page alone is wanted. */
export type FixedItem = BatchItem & { dataset: DatasetName; shape: 'object' | 'list' | 'first' };

const item = (id: string, dataset: DatasetName, shape: FixedItem['shape'], path: string): FixedItem => ({
  id,
  dataset,
  shape,
  path: `/v1.0${path}`,
});

export const roleItemIds = {
  assignments: 'roleAssignments',
  definitions: 'roleDefinitions',
  eligible: 'roleEligibility',
} as const;

export const agentItemIds = { all: 'agentIdentities', withoutOwner: 'agentIdentitiesWithoutOwner' } as const;

const isAgentIdentity = "isof('microsoft.graph.agentIdentity')";

/**
 * Agent identities are service principals, which Application.Read.All may list; `/servicePrincipals/microsoft.graph.agentIdentity`
 * takes a permission of its own (Microsoft Graph, "List agentIdentity objects"). The filters are advanced queries ("Advanced query
 * capabilities on directory objects"; agentIdentity: owners supports `/$count eq 0`), and so asked with ConsistencyLevel and $count.
 */
const agents = (id: string, filter: string, top: number): FixedItem => ({
  ...item(
    id,
    'agentIdentities',
    'list',
    `/servicePrincipals?$filter=${filter}&$count=true&$select=id,displayName&$top=${top}`,
  ),
  headers: { ConsistencyLevel: 'eventual' },
});

/**
 * Single reads of a second $batch: the first is full. The devices themselves are not listed, their figures are enough
 * (Microsoft Graph, "Get deviceCompliancePolicyDeviceStateSummary").
 */
export const secondPart: readonly FixedItem[] = [
  item(
    'deviceCompliancePolicies',
    'deviceCompliancePolicies',
    'list',
    '/deviceManagement/deviceCompliancePolicies?$expand=assignments',
  ),
  item(
    'deviceComplianceSummary',
    'deviceComplianceSummary',
    'object',
    '/deviceManagement/deviceCompliancePolicyDeviceStateSummary',
  ),
  item(
    'identityHealthIssues',
    'identityHealthIssues',
    'list',
    "/security/identities/healthIssues?$filter=status eq 'open'&$select=id,displayName,severity,status,healthIssueType,domainNames,sensorDNSNames",
  ),
  item('identitySensors', 'identitySensors', 'list', '/security/identities/sensors'),
  agents(agentItemIds.all, isAgentIdentity, 1),
  agents(agentItemIds.withoutOwner, `${isAgentIdentity} and owners/$count eq 0`, maxAffectedListed),
];

/** Single reads that fit into one $batch request (20 at most). Each belongs to one dataset. */
export const fixedPart: readonly FixedItem[] = [
  item('organization', 'organization', 'list', '/organization'),
  item('subscribedSkus', 'subscribedSkus', 'list', '/subscribedSkus'),
  item('domains', 'domains', 'list', '/domains'),
  item('authorizationPolicies', 'authorizationPolicies', 'list', '/policies/authorizationPolicy'),
  item('securityDefaults', 'securityDefaults', 'object', '/policies/identitySecurityDefaultsEnforcementPolicy'),
  item('authenticationMethodsPolicy', 'authenticationMethodsPolicy', 'object', '/policies/authenticationMethodsPolicy'),
  item('adminConsentRequestPolicy', 'adminConsentRequestPolicy', 'object', '/policies/adminConsentRequestPolicy'),
  item('crossTenantAccessPolicy', 'crossTenantAccessPolicy', 'object', '/policies/crossTenantAccessPolicy/default'),
  item('deviceRegistrationPolicy', 'deviceRegistrationPolicy', 'object', '/policies/deviceRegistrationPolicy'),
  item('defaultAppManagementPolicy', 'defaultAppManagementPolicy', 'object', '/policies/defaultAppManagementPolicy'),
  item(
    'activityBasedTimeoutPolicies',
    'activityBasedTimeoutPolicies',
    'list',
    '/policies/activityBasedTimeoutPolicies',
  ),
  item('groupSettings', 'groupSettings', 'list', '/groupSettings'),
  item('sharepointSettings', 'sharepointSettings', 'object', '/admin/sharepoint/settings'),
  item('secureScores', 'secureScores', 'first', '/security/secureScores?$top=90'),
  item('secureScoreControlProfiles', 'secureScoreControlProfiles', 'list', '/security/secureScoreControlProfiles'),
  item(roleItemIds.assignments, 'roles', 'list', '/roleManagement/directory/roleAssignments?$expand=principal'),
  item(
    roleItemIds.definitions,
    'roles',
    'list',
    '/roleManagement/directory/roleDefinitions?$select=id,templateId,displayName',
  ),
  item(
    roleItemIds.eligible,
    'roles',
    'list',
    '/roleManagement/directory/roleEligibilityScheduleInstances?$expand=principal',
  ),
  item('roleSchedules', 'roleSchedules', 'list', '/roleManagement/directory/roleAssignmentScheduleInstances'),
  item(
    'roleRules',
    'roleRules',
    'list',
    "/policies/roleManagementPolicyAssignments?$filter=scopeId%20eq%20'/'%20and%20scopeType%20eq%20'DirectoryRole'&$expand=policy($expand=rules)",
  ),
];
