import { type CloudName, cloudLabels } from '@tenantry/contract/clouds';
import type { DatasetName } from './datasets.ts';
import type { DatasetFailed } from './facts.ts';
import { configurationDatasets } from './tenant-configuration.ts';

/** A path of Microsoft Graph v1.0 that some clouds do not have, and the datasets that are read there. */
type Gap = {
  path: string;
  clouds: readonly CloudName[];
  /** None where only the product's own work asks for it. */
  datasets: readonly DatasetName[];
  /** The page of the API, below learn.microsoft.com/graph/api. */
  page: string;
};

const china: readonly CloudName[] = ['china'];
const allNational: readonly CloudName[] = ['gcchigh', 'dod', 'china'];

/**
 * What Microsoft Graph v1.0 does not offer in a national cloud; what is not listed is offered. Two sources:
 *
 * - The metadata that Microsoft publishes of each cloud (github.com/microsoftgraph/msgraph-metadata): schemas/v1.0-Fairfax.csdl of
 *   2026-08-04 for the US Government clouds, schemas/v1.0-Mooncake.csdl of 2026-07-22 for China. Each path of ours was looked up
 *   there. There is none of DoD alone: that it has what GCC High has is what Microsoft's pages say of every API here.
 * - The table "This API is available in the following national cloud deployments" of each page, in the undated copies that could
 *   be read in November 2026; of some pages the table could not be read, and the metadata stands alone.
 *
 * Where the two disagree, either is enough to leave it out: /admin/sharepoint/settings is in China's metadata, and its page says
 * that China does not have it; the page of delegatedAdminCustomers says that China has it, and the metadata does not have it;
 * createSnapshot has no such table in v1.0, and in beta one that names the US Government clouds, whose metadata does not have it.
 */
export const gaps: readonly Gap[] = [
  {
    path: '/admin/configurationManagement',
    clouds: allNational,
    // The accounts of shared mailboxes are looked up by mailboxes that are read there.
    datasets: [...configurationDatasets, 'sharedMailboxAccounts'],
    page: 'configurationbaseline-createsnapshot',
  },
  { path: '/security/secureScores', clouds: china, datasets: ['secureScores'], page: 'security-list-securescores' },
  {
    path: '/security/secureScoreControlProfiles',
    clouds: china,
    datasets: ['secureScoreControlProfiles'],
    page: 'security-list-securescorecontrolprofiles',
  },
  { path: '/security/alerts_v2', clouds: china, datasets: ['alerts'], page: 'security-list-alerts_v2' },
  {
    path: '/security/identities/healthIssues',
    clouds: china,
    datasets: ['identityHealthIssues'],
    page: 'security-identitycontainer-list-healthissues',
  },
  {
    path: '/security/identities/sensors',
    clouds: china,
    datasets: ['identitySensors'],
    page: 'security-identitycontainer-list-sensors',
  },
  {
    path: '/security/runHuntingQuery',
    clouds: china,
    datasets: ['appPermissions', 'assetApprovals', 'exposedCredentials'],
    page: 'security-security-runhuntingquery',
  },
  { path: '/identityProtection/riskyUsers', clouds: china, datasets: ['riskyUsers'], page: 'riskyuser-list' },
  {
    path: '/identityProtection/riskDetections',
    clouds: china,
    datasets: ['riskDetections'],
    page: 'riskdetection-list',
  },
  {
    path: '/policies/authenticationMethodsPolicy',
    clouds: china,
    datasets: ['authenticationMethodsPolicy'],
    page: 'authenticationmethodspolicy-get',
  },
  {
    path: '/admin/sharepoint/settings',
    clouds: china,
    datasets: ['sharepointSettings'],
    page: 'sharepointsettings-get',
  },
  // Partner sync, which asks the commercial cloud alone.
  {
    path: '/tenantRelationships/delegatedAdminCustomers',
    clouds: china,
    datasets: [],
    page: 'tenantrelationship-list-delegatedadmincustomers',
  },
];

/** What cannot be read in a cloud, whatever the tenant has and grants. */
export function notOfferedIn(cloud: CloudName): ReadonlySet<DatasetName> {
  return new Set(gaps.filter(({ clouds }) => clouds.includes(cloud)).flatMap(({ datasets }) => datasets));
}

/** In place of an answer that nobody asked for, since there is none in the tenant's cloud. */
export function notOffered(cloud: CloudName, now: Date): DatasetFailed {
  return {
    state: 'failed',
    fetchedAt: now.toISOString(),
    reason: 'notOffered',
    status: 0,
    code: 'NotOffered',
    message: `Microsoft Graph does not offer it in ${cloudLabels[cloud]}.`,
  };
}
