import { uriComponent } from '@tenantry/contract/text';
import { legacyClientNames } from '../microsoft/legacy-clients.ts';
import { signInsSinceDays } from './reduce/sign-ins.ts';

const dayMs = 86_400_000;
const detectionsSinceDays = 30;

function since(now: Date, days: number): string {
  return `${new Date(now.getTime() - days * dayMs).toISOString().slice(0, 19)}Z`;
}

const filtered = (path: string, filter: string, more = ''): string =>
  `/v1.0${path}?$filter=${uriComponent(filter)}${more}`;

const userFields =
  'id,displayName,userPrincipalName,userType,creationType,externalUserState,accountEnabled,onPremisesSyncEnabled,onPremisesImmutableId,assignedLicenses';

export const usersPath = (): string => `/v1.0/users?$select=${userFields}&$top=999`;

/** What the list of a directory's accounts shows of each. */
export const directoryPath = (): string =>
  '/v1.0/users?$select=id,displayName,userPrincipalName,mail,jobTitle,userType,creationType,externalUserState,accountEnabled,assignedLicenses&$top=999';

/** At most 999 a page (Graph, "List applications"). */
export const appRegistrationsPath = (): string =>
  '/v1.0/applications?$select=id,appId,displayName,passwordCredentials&$top=999';

/** Microsoft 365 on the web opens third-party storage as this application (CIS Microsoft 365, 1.3.7). */
export const webStoragePath =
  "/v1.0/servicePrincipals?$filter=appId eq 'c1f33bc0-bdb4-4248-ba9b-096807ddb43e'&$select=id,appId,accountEnabled";

export const signInActivityPageSize = 500;

/** At most 500 a page with sign-in activity (Graph, "List users"); Microsoft limits it to 10 requests a minute. */
export const signInActivityPath = (): string =>
  `/v1.0/users?$select=id,displayName,userPrincipalName,userType,creationType,externalUserState,accountEnabled,createdDateTime,signInActivity&$top=${signInActivityPageSize}`;

export const groupsPath = (): string =>
  '/v1.0/groups?$select=id,displayName,groupTypes,visibility,membershipRule,isAssignableToRole,isManagementRestricted&$top=999';

export const riskyUsersPath = (): string =>
  filtered(
    '/identityProtection/riskyUsers',
    "riskState eq 'atRisk' or riskState eq 'confirmedCompromised'",
    '&$top=500',
  );

export const riskDetectionsPath = (now: Date): string =>
  filtered('/identityProtection/riskDetections', `detectedDateTime ge ${since(now, detectionsSinceDays)}`, '&$top=500');

export const openAlertsPath = (): string =>
  filtered('/security/alerts_v2', "(severity eq 'high' or severity eq 'medium') and status ne 'resolved'", '&$top=500');

/** All interactive sign-ins of users between two instants, the newest first, 1,000 a page (Graph v1.0, "List signIns"). */
export const signInLogPath = (from: Date, to: Date): string => {
  const text = (instant: Date): string => `${instant.toISOString().slice(0, 19)}Z`;
  return filtered(
    '/auditLogs/signIns',
    `createdDateTime ge ${text(from)} and createdDateTime le ${text(to)}`,
    '&$top=1000',
  );
};

/**
 * Graph compares the client by `eq` alone (signIn resource type), so that each name is asked for, all of them at once: sign-ins share
 * five requests in ten seconds with the other logs.
 */
export const signInsPath = (now: Date): string => {
  const clients = legacyClientNames.map((name) => `clientAppUsed eq '${name}'`).join(' or ');
  return filtered(
    '/auditLogs/signIns',
    `createdDateTime ge ${since(now, signInsSinceDays)} and (${clients})`,
    '&$top=1000',
  );
};
