import { uriComponent } from '@tenantry/contract/text';
import type { DnsResolver } from '../../ports/dns.ts';
import type { GraphClient } from '../../ports/graph.ts';
import type { FetchPolicy } from '../../ports/sts-policy.ts';
import { type DatasetName, datasets, type FactValues } from '../facts/datasets.ts';
import { isSynchronized } from '../facts/directory-sync.ts';
import { collected, collectedWithout, type DatasetResult, type Facts, factOf, failed } from '../facts/facts.ts';
import { exampleIds, interestingIds } from '../facts/interesting-ids.ts';
import { isObject, objectAt, textAt, valueAt } from '../facts/json-reader.ts';
import { collectDns, createDnsWatch, type SaidMailUse } from './dns.ts';
import { badForm, failureOf, reduced } from './graph-answers.ts';
import { collectExcludedGroups } from './group-members.ts';
import { collectAppPermissions, collectAssetApprovals, collectExposedCredentials } from './hunting.ts';
import {
  appRegistrationsPath,
  groupsPath,
  openAlertsPath,
  riskDetectionsPath,
  riskyUsersPath,
  signInActivityPath,
  signInsPath,
  usersPath,
  webStoragePath,
} from './paths.ts';
import { collectPrivilegedApplications } from './privileged-applications.ts';
import { appRegistrationReducer } from './reduce/app-registrations.ts';
import { groupReducer } from './reduce/groups.ts';
import { registrationReducer } from './reduce/registration.ts';
import { alertReducer, riskReducer } from './reduce/risk.ts';
import { signInReducer } from './reduce/sign-ins.ts';
import { signInActivityReducer, userReducer } from './reduce/users.ts';

/** How one dataset is collected. What Graph refuses it may throw, as a GraphError. */
export type Step = (context: StepContext) => Promise<DatasetResult>;
export type StepContext = {
  graph: GraphClient;
  /** Graph as whoever connected the tenant. */
  account: ((permissions: readonly string[]) => Promise<GraphClient>) | undefined;
  dns: DnsResolver | undefined;
  /** Of MTA-STS, where it is to be asked about. */
  fetchPolicy: FetchPolicy | undefined;
  /** What was answered about domains without MX record. */
  mailUses: readonly SaidMailUse[];
  lastSignIns: ((facts: Facts) => Promise<DatasetResult<FactValues['signInActivity']>>) | undefined;
  now: Date;
  /** Ids of accounts that are looked at whatever names them. */
  accountIds: readonly string[];
  /** What is collected already. */
  facts: Facts;
  signal: AbortSignal | undefined;
};

/** Collects by pages into a reducer. */
function paged<T>(
  path: (now: Date) => string,
  reducer: (context: StepContext) => { add(page: readonly unknown[]): void; finish(): T },
): Step {
  return async (context) => {
    const { graph, now, signal } = context;
    return collected(await reduced(graph, path(now), () => reducer(context), signal), now);
  };
}

function listed(path: string): Step {
  const keep = () => {
    const items: unknown[] = [];
    return { add: (page: readonly unknown[]) => void items.push(...page), finish: () => items.filter(isObject) };
  };
  return paged(() => path, keep);
}

const noOrganization = { status: 0, code: 'NoOrganization', message: 'The organization profile is not known.' };

/** The branding for every language has the id 0 (Microsoft Graph, "Get organizationalBranding"). */
const collectBranding: Step = async ({ graph, facts, now }) => {
  const id = textAt(objectAt({ first: factOf(facts, 'organization')?.[0] }, 'first'), 'id');
  if (id === null) return failed(noOrganization, now);
  try {
    const branding = await graph.get(`/v1.0/organization/${uriComponent(id)}/branding/localizations/0`);
    return isObject(branding) ? collected(branding, now) : failed(badForm('branding'), now);
  } catch (error) {
    const failure = failureOf(error);
    // 404 is the documented answer where no branding was set up.
    return failure.status === 404 ? collected({}, now) : failed(failure, now);
  }
};

/** Asked for where a directory is synchronized: elsewhere nothing is set up that could be told. */
const collectSynchronization: Step = async ({ account, facts, now }) => {
  const isHybrid = isSynchronized(facts);
  if (isHybrid === false) return collected([], now);
  if (isHybrid === null) return failed(noOrganization, now);
  const { permission } = datasets.onPremisesSynchronization;
  if (account === undefined || permission === null) throw new Error('It is not collected without an account');
  const graph = await account([permission]);
  const answer = await graph.get('/v1.0/directory/onPremisesSynchronization');
  return isObject(answer) && Array.isArray(answer.value)
    ? collected(answer.value.filter(isObject), now)
    : failed(badForm('onPremisesSynchronization'), now);
};

const collectDnsStep: Step = async ({ dns, fetchPolicy, mailUses, facts, now, signal }) => {
  const domains = factOf(facts, 'domains');
  if (dns === undefined || domains === undefined) {
    return failed({ status: 0, code: 'NoDomains', message: 'The domains of the tenant are not known.' }, now);
  }
  const watch = createDnsWatch();
  const answers = await collectDns(dns, domains, signal, { watch, mailUses, fetchPolicy });
  return collectedWithout(answers, watch.failures(), now);
};

const collectDeviceManagement: Step = async ({ graph, now }) => {
  const answer = await graph.get('/v1.0/deviceManagement?$select=settings');
  const settings = valueAt(answer, 'settings');
  // Without Intune there are none.
  if (settings === null) return collected({}, now);
  return isObject(settings) ? collected(settings, now) : failed(badForm('deviceManagementSettings'), now);
};

const collectSignInActivity = paged(signInActivityPath, ({ now }) => signInActivityReducer(now));

export type Steps = readonly [DatasetName, Step][];

/** Needed by later steps: who is excluded, and whose names a verdict needs. */
export const firstSteps: Steps = [['conditionalAccessPolicies', listed('/v1.0/identity/conditionalAccess/policies')]];

/** Limited by Microsoft to one request a second, together with the policies: so that they are collected beside the others. */
export const slowSteps: Steps = [
  ['namedLocations', listed('/v1.0/identity/conditionalAccess/namedLocations')],
  ['riskyUsers', paged(riskyUsersPath, () => riskReducer('id'))],
  ['riskDetections', paged(riskDetectionsPath, () => riskReducer('userId'))],
];

/** In this order, since some need the answers of others. */
export const steps: Steps = [
  ['privilegedApplications', ({ graph, facts, now }) => collectPrivilegedApplications(graph, facts, now)],
  ['appRegistrations', paged(appRegistrationsPath, ({ now }) => appRegistrationReducer(now))],
  ['excludedGroups', ({ graph, facts, now }) => collectExcludedGroups(graph, facts, now)],
  ['accessReviews', listed('/v1.0/identityGovernance/accessReviews/definitions')],
  ['branding', collectBranding],
  ['webStoragePrincipals', listed(webStoragePath)],
  ['deviceManagementSettings', collectDeviceManagement],
  ['deviceEnrollmentConfigurations', listed('/v1.0/deviceManagement/deviceEnrollmentConfigurations')],
  ['appPermissions', collectAppPermissions],
  ['assetApprovals', collectAssetApprovals],
  ['exposedCredentials', collectExposedCredentials],
  ['onPremisesSynchronization', collectSynchronization],
  ['alerts', paged(openAlertsPath, ({ now }) => alertReducer(now))],
  ['groups', paged(groupsPath, ({ facts }) => groupReducer(interestingIds(facts).groups))],
  [
    'users',
    paged(usersPath, ({ facts, accountIds }) =>
      userReducer(interestingIds(facts, accountIds).accounts, exampleIds(facts)),
    ),
  ],
  [
    'registration',
    paged(
      () => '/v1.0/reports/authenticationMethods/userRegistrationDetails',
      ({ facts, accountIds }) =>
        registrationReducer({ users: factOf(facts, 'users'), accountIds: interestingIds(facts, accountIds).accounts }),
    ),
  ],
  ['legacySignIns', paged(signInsPath, ({ now }) => signInReducer(now))],
  ['signInActivity', (context) => context.lastSignIns?.(context.facts) ?? collectSignInActivity(context)],
  ['dns', collectDnsStep],
];
