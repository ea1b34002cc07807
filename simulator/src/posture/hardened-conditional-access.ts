import type {
  ConditionalAccessConditionSet,
  ConditionalAccessPolicy,
  ConditionalAccessTransferMethods,
} from '@microsoft/microsoft-graph-types';
import type { DirectoryReferences } from '../tenant-profile.ts';
import {
  allUsersExcept,
  conditionalAccessPolicy,
  type PolicySketch,
  phishingResistantStrength,
  privilegedRoles,
  roleIds,
  signInFrequency,
} from './conditional-access.ts';

export const officeLocationId = '4b0f2c6e-3c1d-4f6b-9c8e-2a7d1e5f9a10';

const apps = {
  azureManagement: '797f4846-ba00-4fd7-ba43-dac1f8f63013',
  intuneEnrolment: 'd4ebce55-015a-49b5-a083-c84d1797ae8c',
  exchangeOnline: '00000002-0000-0ff1-ce00-000000000000',
  sharePointOnline: '00000003-0000-0ff1-ce00-000000000000',
  teams: 'cc15fd57-2c6c-4117-a88c-83b1d56b4bbe',
};

/** transferMethods is a set of flags, sent as one comma-separated string that the published type does not foresee. */
function transferMethods(flags: string): Pick<ConditionalAccessConditionSet, 'authenticationFlows'> {
  return { authenticationFlows: { transferMethods: flags as ConditionalAccessTransferMethods } };
}

/** Every policy of the catalog, enforced for everybody but the emergency accounts. */
export function hardenedConditionalAccess({
  tenantId,
  emergencyUserIds,
}: DirectoryReferences): ConditionalAccessPolicy[] {
  const users = allUsersExcept(emergencyUserIds);
  const administrators = { includeRoles: roleIds(privilegedRoles), excludeUsers: emergencyUserIds };
  const sketches: PolicySketch[] = [
    { displayName: 'CA01 Require MFA for all users', users, grant: ['mfa'], session: signInFrequency(12) },
    {
      displayName: 'CA02 Phishing-resistant MFA for administrators',
      users: administrators,
      strength: phishingResistantStrength,
    },
    {
      displayName: 'CA03 Block legacy authentication',
      users,
      conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] },
      grant: ['block'],
    },
    {
      displayName: 'CA04 New password at high user risk',
      users,
      conditions: { userRiskLevels: ['high'] },
      grant: ['mfa', 'passwordChange'],
      operator: 'AND',
      session: signInFrequency(0),
    },
    {
      displayName: 'CA05 MFA at risky sign-in',
      users,
      conditions: { signInRiskLevels: ['medium', 'high'] },
      grant: ['mfa'],
      session: signInFrequency(0),
    },
    {
      displayName: 'CA06 Block risky sign-in',
      users,
      conditions: { signInRiskLevels: ['medium', 'high'] },
      grant: ['block'],
    },
    {
      displayName: 'CA07 Block device code flow and authentication transfer',
      users,
      conditions: transferMethods('deviceCodeFlow,authenticationTransfer'),
      grant: ['block'],
    },
    {
      displayName: 'CA08 Require a compliant device',
      users,
      grant: ['compliantDevice'],
    },
    {
      displayName: 'CA09 Short sessions for administrators',
      users: administrators,
      session: { ...signInFrequency(4), persistentBrowser: { isEnabled: true, mode: 'never' } },
    },
    {
      displayName: 'CA10 Protect registration of security information',
      users,
      applications: { includeApplications: [], includeUserActions: ['urn:user:registersecurityinfo'] },
      grant: ['mfa', 'compliantDevice'],
    },
    {
      displayName: 'CA11 MFA to register devices',
      users,
      applications: { includeApplications: [], includeUserActions: ['urn:user:registerdevice'] },
      grant: ['mfa'],
    },
    {
      displayName: 'CA12 Fresh sign-in for Intune enrolment',
      users,
      applications: { includeApplications: [apps.intuneEnrolment] },
      grant: ['mfa'],
      session: signInFrequency(0),
    },
    {
      displayName: 'CA13 Block unknown platforms',
      users,
      conditions: {
        platforms: {
          includePlatforms: ['all'],
          excludePlatforms: ['android', 'iOS', 'windows', 'windowsPhone', 'macOS', 'linux'],
        },
      },
      grant: ['block'],
    },
    {
      displayName: 'CA14 MFA for Azure management',
      users,
      applications: { includeApplications: [apps.azureManagement] },
      grant: ['mfa'],
    },
    {
      displayName: 'CA15 Token protection on Windows',
      users,
      applications: { includeApplications: [apps.exchangeOnline, apps.sharePointOnline, apps.teams] },
      conditions: {
        clientAppTypes: ['mobileAppsAndDesktopClients'],
        platforms: { includePlatforms: ['windows'], excludePlatforms: [] },
      },
      session: { ...{ secureSignInSession: { isEnabled: true } } },
    },
    {
      displayName: 'CA16 Block untrusted locations for administrators',
      users: administrators,
      conditions: { locations: { includeLocations: ['All'], excludeLocations: [officeLocationId] } },
      grant: ['block'],
    },
    {
      displayName: 'CA17 Protected apps on mobile devices',
      users,
      conditions: { platforms: { includePlatforms: ['android', 'iOS'], excludePlatforms: [] } },
      grant: ['approvedApplication', 'compliantApplication'],
    },
    {
      displayName: 'CA18 Limited web access from unmanaged devices',
      users,
      applications: { includeApplications: ['Office365'] },
      session: { applicationEnforcedRestrictions: { isEnabled: true } },
    },
  ];
  return sketches.map((sketch) => conditionalAccessPolicy(tenantId, sketch));
}
