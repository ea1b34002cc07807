import type { JsonObject } from '../../facts/json-reader.ts';
import { directorySyncRoles, privilegedRoles } from '../../microsoft/privileged-roles.ts';

/** Whom a policy lets past on purpose. */
export type LeftOutOnPurpose = {
  /** Ids of declared emergency accounts. */
  emergencyAccounts: readonly string[];
  /** Whether a directory on premises is synchronized, whose accounts Microsoft advises to leave out. */
  isSynchronized: boolean;
};

type Parts = {
  users?: JsonObject;
  excludeRoles?: readonly string[];
  applications?: JsonObject;
  conditions?: JsonObject;
  grant?: readonly string[];
  /** In place of built-in controls. */
  strength?: JsonObject;
  needsAll?: boolean;
  session?: JsonObject;
};

const administrativeRoles = privilegedRoles.map(({ id }) => id);
const administrators: JsonObject = { includeRoles: administrativeRoles };
const apps = (...ids: string[]): JsonObject => ({ includeApplications: ids });
const onAction = (action: string): JsonObject => ({ includeUserActions: [`urn:user:${action}`] });
const frequency = (every: JsonObject): JsonObject => ({
  signInFrequency: { isEnabled: true, authenticationType: 'primaryAndSecondaryAuthentication', ...every },
});
const everyTime = frequency({ frequencyInterval: 'everyTime' });
const within = (value: number, type: string): JsonObject => frequency({ frequencyInterval: 'timeBased', value, type });
const flow = (transferMethods: string): JsonObject => ({ authenticationFlows: { transferMethods } });
const mfa = ['mfa'];
const block = ['block'];
const managedDevice = ['compliantDevice', 'domainJoinedDevice'];
/** The built-in strength of Microsoft Entra ID of this name. */
const phishingResistant: JsonObject = {
  id: '00000000-0000-0000-0000-000000000004',
  displayName: 'Phishing-resistant MFA',
  allowedCombinations: ['windowsHelloForBusiness', 'fido2', 'x509CertificateMultiFactor'],
};

/** What each check of Conditional Access recommends, in Graph's terms: its `policy` text is the same in the portal's words. */
const policies: Readonly<Record<string, Parts>> = {
  'ca.mfa.all': { grant: mfa },
  'ca.mfa.admins': { users: administrators, grant: mfa },
  'ca.mfa.guests': { users: { includeUsers: ['GuestsOrExternalUsers'] }, grant: mfa },
  'ca.mfa.azure': { applications: apps('797f4846-ba00-4fd7-ba43-dac1f8f63013'), grant: mfa },
  'ca.ga.device.or.mfa': { users: administrators, grant: [...mfa, ...managedDevice] },
  'ca.coverage': { grant: mfa },
  'ca.mfa.admins.phish': { users: administrators, strength: phishingResistant },
  'ca.mfa.all.phish': { strength: phishingResistant },
  'ca.mfa.secinfo': { applications: onAction('registersecurityinfo'), grant: managedDevice },
  'ca.mfa.device.reg': { applications: onAction('registerdevice'), grant: mfa },
  'ca.intune.enrol': { applications: apps('d4ebce55-015a-49b5-a083-c84d1797ae8c'), grant: mfa, session: everyTime },
  'ca.legacy': { conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] }, grant: block },
  'ca.risk.user': { conditions: { userRiskLevels: ['high'] }, grant: [...mfa, 'passwordChange'], needsAll: true },
  'ca.risk.user.block': { conditions: { userRiskLevels: ['high'] }, grant: block },
  'ca.risk.signin': { conditions: { signInRiskLevels: ['medium', 'high'] }, grant: mfa, session: everyTime },
  'ca.risk.signin.high': { conditions: { signInRiskLevels: ['high'] }, grant: block },
  'ca.risk.signin.block': { conditions: { signInRiskLevels: ['medium', 'high'] }, grant: block },
  'ca.insider': { conditions: { insiderRiskLevels: 'elevated' }, grant: block },
  'ca.insider.office': {
    applications: apps('Office365'),
    conditions: { insiderRiskLevels: 'elevated' },
    grant: block,
  },
  'ca.devicecode': { conditions: flow('deviceCodeFlow'), grant: block },
  'ca.authtransfer': { conditions: flow('authenticationTransfer'), grant: block },
  'ca.device': { grant: managedDevice },
  'ca.token': {
    applications: apps(
      '00000002-0000-0ff1-ce00-000000000000',
      '00000003-0000-0ff1-ce00-000000000000',
      'cc15fd57-2c6c-4117-a88c-83b1d56b4bbe',
    ),
    conditions: { clientAppTypes: ['mobileAppsAndDesktopClients'], platforms: { includePlatforms: ['windows'] } },
    session: { secureSignInSession: { isEnabled: true } },
  },
  'ca.apps.mobile': {
    conditions: { platforms: { includePlatforms: ['android', 'iOS'] } },
    grant: ['compliantApplication'],
  },
  'ca.app.restrictions': {
    applications: apps('Office365'),
    session: { applicationEnforcedRestrictions: { isEnabled: true } },
  },
  'ca.platforms': {
    conditions: {
      platforms: { includePlatforms: ['all'], excludePlatforms: ['android', 'iOS', 'windows', 'macOS', 'linux'] },
    },
    grant: block,
  },
  'ca.signinfreq.admins': {
    users: administrators,
    session: { ...within(4, 'hours'), persistentBrowser: { isEnabled: true, mode: 'never' } },
  },
  'ca.signinfreq.all': { session: within(7, 'days') },
  'ca.signinfreq.unmanaged': {
    conditions: { devices: { deviceFilter: { mode: 'include', rule: 'device.isCompliant -ne True' } } },
    session: within(1, 'hours'),
  },
  'ca.admin.portals': {
    excludeRoles: administrativeRoles,
    applications: apps('MicrosoftAdminPortals'),
    grant: block,
  },
  'ca.devops': { applications: apps('499b84ac-1321-427f-aa17-267ca6975798'), grant: mfa },
};

/** Checks whose recommendation is one policy, whatever the tenant is. Others ask for what the tenant alone knows, such as its networks. */
export const checksWithPolicy: ReadonlySet<string> = new Set(Object.keys(policies));

function grantControls({ grant = [], strength, needsAll = false }: Parts): JsonObject | null {
  if (strength !== undefined) return { operator: 'OR', builtInControls: [], authenticationStrength: strength };
  return grant.length === 0 ? null : { operator: needsAll ? 'AND' : 'OR', builtInControls: [...grant] };
}

/**
 * The policy that a check recommends, on, as Microsoft Graph would tell it (conditionalAccessPolicy, v1.0); null where there is none.
 * It leaves out the declared emergency accounts, and who synchronizes the directory.
 */
export function policyOfCheck(
  checkId: string,
  { emergencyAccounts, isSynchronized }: LeftOutOnPurpose,
): JsonObject | null {
  const parts = policies[checkId];
  if (parts === undefined) return null;
  return {
    id: `forecast-${checkId}`,
    displayName: `As ${checkId} recommends`,
    state: 'enabled',
    conditions: {
      users: {
        ...(parts.users ?? { includeUsers: ['All'] }),
        excludeUsers: [...emergencyAccounts],
        excludeRoles: [...(parts.excludeRoles ?? []), ...(isSynchronized ? directorySyncRoles : [])],
      },
      applications: parts.applications ?? apps('All'),
      clientAppTypes: ['all'],
      ...parts.conditions,
    },
    grantControls: grantControls(parts),
    sessionControls: parts.session ?? null,
  };
}
