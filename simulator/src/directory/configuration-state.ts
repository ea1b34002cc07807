import { guidOf, keyOfText } from '../counter-hash.ts';
import type { ConfigurationPosture } from '../posture/configuration-posture.ts';
import { graphAppRoles } from './graph-permissions.ts';
import type { RegisteredPrincipal } from './registrations.ts';
import { roleTemplates } from './role-templates.ts';

/** Microsoft's own applications that a snapshot needs (learn.microsoft.com/graph/utcm-authentication-setup). */
export const firstPartyApps = {
  configurationManagement: {
    appId: '03b07b79-c5bc-4b5e-9bfa-13acf4a99998',
    displayName: 'Tenant Configuration Management',
  },
  adminServices: { appId: '6b91db1b-f05b-405a-a0b2-e3f60b28d645', displayName: 'M365 Admin Services' },
  exchange: { appId: '00000002-0000-0ff1-ce00-000000000000', displayName: 'Office 365 Exchange Online' },
} as const;

/** Made here: a client looks it up in the tenant. */
export const exchangeRole = { id: guidOf(keyOfText('exchange/ManageAsApp'), 0, 0), value: 'Exchange.ManageAsApp' };

interface AppRoleGrant {
  id: string;
  principalId: string;
  resourceId: string;
  appRoleId: string;
  createdDateTime: string;
}

interface DirectoryRoleGrant {
  id: string;
  principalId: string;
  roleDefinitionId: string;
  directoryScopeId: string;
}

export interface SnapshotJob {
  id: string;
  snapshotId: string;
  displayName: string;
  resources: string[];
  createdDateTime: string;
  createdBy: string;
  polls: number;
  /** Null: another product's, of which nothing but its place is known. */
  taken: { errors: unknown[]; resources: object[]; isFailed: boolean } | null;
}

/** How Microsoft's service behaves where a test or a demonstration wants it otherwise. */
export interface ConfigurationBehavior {
  /** So many times a job is asked for before it has ended; null: it never does. */
  polls: number | null;
  /** So long after its creation a job ends at the earliest. */
  seconds: number;
  /** Every job ends as failed. */
  fails: boolean;
  /** Types that fail in a job, each with the words that it fails with. */
  failingTypes: Record<string, string>;
  /** What a job answers for in place of what it was asked for. */
  answersFor: string[] | null;
  /** What stands as the address of the snapshot. */
  resourceLocation: string | null;
  errorsAsObjects: boolean;
  duplicates: boolean;
  numbersAsText: boolean;
  /** Jobs of other products that can be seen. */
  otherJobs: number;
  /** Instances that other products have extracted in this month. */
  otherInstances: number;
}

export const asUsual: ConfigurationBehavior = {
  polls: 0,
  seconds: 0,
  fails: false,
  failingTypes: {},
  answersFor: null,
  resourceLocation: null,
  errorsAsObjects: false,
  duplicates: false,
  numbersAsText: false,
  otherJobs: 0,
  otherInstances: 0,
};

/** What a tenant has of Tenant Configuration Management, and what is under way. */
export interface ConfigurationState {
  /** Service principals of Microsoft's own applications. */
  principals: RegisteredPrincipal[];
  appRoleGrants: AppRoleGrant[];
  directoryRoleGrants: DirectoryRoleGrant[];
  jobs: SnapshotJob[];
  /** Instances extracted, by month: `2026-11`. */
  extracted: Map<string, number>;
  /** How often somebody deleted a job of another product. */
  othersDeleted: number;
  behavior: ConfigurationBehavior;
}

/** What the controls tell of it. */
export interface ConfigurationTold {
  behavior: ConfigurationBehavior;
  /** Those that a product of ours created. */
  jobs: Pick<SnapshotJob, 'id' | 'displayName' | 'resources' | 'createdDateTime'>[];
  extracted: Record<string, number>;
  othersDeleted: number;
}

export const configurationTold = ({
  behavior,
  jobs,
  extracted,
  othersDeleted,
}: ConfigurationState): ConfigurationTold => ({
  behavior,
  jobs: jobs.map(({ id, displayName, resources, createdDateTime: at }) => ({
    id,
    displayName,
    resources,
    createdDateTime: at,
  })),
  extracted: Object.fromEntries(extracted),
  othersDeleted,
});

const createdDateTime = '2026-05-04T09:00:00Z';
const salt = 131;

function grantedAtStart(
  principals: readonly RegisteredPrincipal[],
  graphId: string,
  setUp: ConfigurationPosture['setUp'],
  key: number,
): Pick<ConfigurationState, 'appRoleGrants' | 'directoryRoleGrants'> {
  const idOf = (appId: string) => principals.find((one) => one.appId === appId)?.id ?? '';
  const principalId = idOf(firstPartyApps.configurationManagement.appId);
  if (setUp === 'none') return { appRoleGrants: [], directoryRoleGrants: [] };
  const organizationRole = graphAppRoles.find(({ value }) => value === 'Organization.Read.All')?.id ?? '';
  const grant = (ordinal: number, resourceId: string, appRoleId: string): AppRoleGrant => ({
    id: guidOf(key, ordinal, salt),
    principalId,
    resourceId,
    appRoleId,
    createdDateTime,
  });
  const exchange = grant(20, idOf(firstPartyApps.exchange.appId), exchangeRole.id);
  return {
    appRoleGrants: [...(setUp === 'whole' ? [exchange] : []), grant(21, graphId, organizationRole)],
    directoryRoleGrants: [
      {
        id: guidOf(key, 22, salt),
        principalId,
        roleDefinitionId: roleTemplates['Global Reader'],
        directoryScopeId: '/',
      },
    ],
  };
}

/** The service principal of Microsoft Graph in a tenant. */
export const graphPrincipalId = (key: number): string => guidOf(key, 0, 124);

export function createConfigurationState(
  key: number,
  graphId: string,
  { setUp }: Pick<ConfigurationPosture, 'setUp'>,
): ConfigurationState {
  const apps = setUp === 'none' ? [firstPartyApps.exchange] : Object.values(firstPartyApps);
  const principals = apps.map(({ appId }, ordinal) => ({
    id: guidOf(key, ordinal, salt),
    appId,
    createdDateTime,
    tags: [],
  }));
  return {
    principals,
    ...grantedAtStart(principals, graphId, setUp, key),
    jobs: [],
    extracted: new Map(),
    othersDeleted: 0,
    behavior: asUsual,
  };
}
