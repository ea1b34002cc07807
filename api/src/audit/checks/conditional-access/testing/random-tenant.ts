import type { JsonObject } from '../../../facts/json-reader.ts';

export const guestKinds = [
  'internalguest',
  'b2bcollaborationguest',
  'b2bcollaborationmember',
  'b2bdirectconnectuser',
  'otherexternaluser',
  'serviceprovider',
];
export const tenantIds = ['30000000-0000-4000-8000-000000000001', '30000000-0000-4000-8000-000000000002'];
export const groupIds = ['20000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000002'];
const globalAdministrator = '62e90394-69f5-4237-9190-012177145e10';
const exchangeAdministrator = '29232cdf-9323-42fd-ade2-1d097af3e4de';
const directoryReaders = '88d8e3e3-8f55-4a1e-953a-9b9898b8876b';
const intuneAdministrator = '3a2c62db-5318-420d-8d74-23affee5d9d5';
export const adminRoles = [globalAdministrator, exchangeAdministrator];
export const roleIds = [...adminRoles, directoryReaders];

export const accounts = [
  { id: '10000000-0000-4000-8000-000000000001', kind: 'member' },
  { id: '10000000-0000-4000-8000-000000000002', kind: 'b2bcollaborationmember' },
  { id: '10000000-0000-4000-8000-000000000003', kind: 'b2bcollaborationguest' },
];
const application = '50000000-0000-4000-8000-000000000001';

type Location = { id: string; prefix?: string; country?: string; isTrusted?: boolean };
/** The third takes in the first two. */
export const locations: readonly Location[] = [
  { id: '40000000-0000-4000-8000-000000000001', prefix: '1.2.3.', isTrusted: true },
  { id: '40000000-0000-4000-8000-000000000002', prefix: '1.2.4.', isTrusted: false },
  { id: '40000000-0000-4000-8000-000000000003', prefix: '1.2.', isTrusted: false },
  { id: '40000000-0000-4000-8000-000000000004', country: 'DE' },
  { id: '40000000-0000-4000-8000-000000000005', country: 'FR' },
];

function namedLocation({ id, prefix, country, isTrusted }: Location): JsonObject {
  if (country !== undefined)
    return { id, displayName: id, countriesAndRegions: [country], includeUnknownCountriesAndRegions: false };
  const bytes = prefix?.split('.').filter((byte) => byte !== '') ?? [];
  const cidrAddress = `${[...bytes, 0, 0].slice(0, 4).join('.')}/${bytes.length * 8}`;
  return { id, displayName: id, isTrusted, ipRanges: [{ cidrAddress }] };
}

const licensed = [{ capabilityStatus: 'Enabled', servicePlans: [{ servicePlanName: 'AAD_PREMIUM_P2' }] }];

/** A tenant with these policies, as a snapshot. Its roles are held by an account, one more of them by an application. */
export function tenantWith(policies: readonly JsonObject[], seesRisks: boolean): JsonObject {
  const person = { '@odata.type': '#microsoft.graph.user', id: '10000000-0000-4000-8000-000000000009' };
  const program = { '@odata.type': '#microsoft.graph.servicePrincipal', id: application };
  return {
    securityDefaults: { isEnabled: false },
    organization: [{ id: 'o', onPremisesSyncEnabled: null }],
    subscribedSkus: seesRisks
      ? licensed
      : [{ capabilityStatus: 'Enabled', servicePlans: [{ servicePlanName: 'AAD_PREMIUM' }] }],
    namedLocations: locations.map(namedLocation),
    users: accounts.map(({ id, kind }) => ({
      id,
      userPrincipalName: `${id}@example.com`,
      userType: kind === 'b2bcollaborationguest' ? 'Guest' : 'Member',
      ...(kind === 'member' ? {} : { creationType: 'Invitation', externalUserState: 'Accepted' }),
    })),
    groups: groupIds.map((id) => ({ id, displayName: id, groupTypes: [] })),
    directoryRoles: [
      ...adminRoles.map((id) => ({ roleTemplateId: id, displayName: id, members: [person] })),
      { roleTemplateId: directoryReaders, displayName: 'Directory Readers', members: [person] },
      { roleTemplateId: intuneAdministrator, displayName: 'Intune Administrator', members: [program] },
    ],
    privilegedRoles: [
      {
        roleTemplateId: directoryReaders,
        displayName: 'Directory Readers',
        assignments: [{ principalId: person.id }],
        rules: [],
      },
      {
        roleTemplateId: intuneAdministrator,
        displayName: 'Intune Administrator',
        assignments: [{ principalId: application }],
        rules: [],
      },
    ],
    conditionalAccessPolicies: policies,
  };
}
