import { textsAt } from '../../../../facts/json-reader.ts';
import { directorySyncRoles, privilegedRoles } from '../../../../microsoft/privileged-roles.ts';
import { remedyOf } from '../../remedies.ts';
import { objectsAtScan, settingAtScan, stepsForOpen, update } from '../plan-settings.ts';
import {
  type JsonBody,
  MissingForScript,
  type RemedyPlan,
  type RemedyStep,
  type ScriptTenant,
} from '../remedy-plan.ts';
import { heldRoles } from '../role-holders-at-scan.ts';
import {
  isAsMade,
  policiesPath,
  policyParts,
  readPolicies as read,
  reportOnly,
  reportOnlyPolicies,
  switchOn,
  writePolicies as write,
} from './report-only-policies.ts';

const remove = ['Policy.Read.All', 'Policy.ReadWrite.ConditionalAccess'];

type WantedPolicy = {
  name: string;
  closes: readonly string[];
  conditions: JsonBody;
  grant?: JsonBody;
  session?: JsonBody;
  caution?: string;
};

/** What a script makes of it, apart from its name and state. */
const bodyOf = ({ conditions, grant, session }: WantedPolicy) => ({
  conditions: { clientAppTypes: ['all'], applications: { includeApplications: ['All'] }, ...conditions },
  ...(grant && { grantControls: grant }),
  ...(session && { sessionControls: session }),
});

const makePolicy = (wanted: WantedPolicy): RemedyStep => ({
  kind: 'create',
  method: 'POST',
  title: `The policy “${wanted.name}” is made, in report-only`,
  closes: wanted.closes,
  path: policiesPath,
  key: 'displayName',
  set: { displayName: wanted.name, state: reportOnly, ...bodyOf(wanted) },
  reads: [read],
  writes: write,
  undoes: remove,
  held: policyParts,
  ...(wanted.caution !== undefined && { caution: wanted.caution }),
});

/**
 * Makes a policy in report-only. Where the same one is in report-only already, switching that one on is offered in its place, and with
 * whom a new one would leave out. Where another of its name is there, or one that is on, there is nothing for a script to do.
 * @throws MissingForScript where nothing else is left to do than another policy of that name
 */
function policySteps(tenant: ScriptTenant, all: readonly WantedPolicy[]): RemedyStep[] {
  if (tenant.lacksEntraP1)
    throw new MissingForScript('Conditional Access needs Microsoft Entra ID P1, which this tenant does not have.');
  const present = objectsAtScan(tenant, 'conditionalAccessPolicies');
  const tried = reportOnlyPolicies(tenant);
  const inTheWay: string[] = [];
  const steps = all.flatMap((wanted): RemedyStep[] => {
    const named = present.filter(({ name }) => name.toLowerCase() === wanted.name.toLowerCase());
    if (named.length === 0) return [makePolicy(wanted)];
    const body = bodyOf(wanted);
    const same = tried.find((policy) => named.some(({ id }) => id === policy.id) && isAsMade(policy, body));
    if (same !== undefined) {
      const excludeRoles = textsAt(body.conditions, 'users', 'excludeRoles');
      return [switchOn(tenant, same, wanted.closes, { excludeRoles })];
    }
    if (named.some(({ value }) => value.state === reportOnly) && wanted.closes.some((id) => tenant.open.has(id)))
      inTheWay.push(wanted.name);
    return [];
  });
  if (inTheWay.length > 0 && stepsForOpen(steps, tenant.open).length === 0)
    throw new MissingForScript(
      `Another policy than the script would make stands in report-only under its name: ${inTheWay.map((name) => `“${name}”`).join(', ')}. Look at it: rename it, or switch it on.`,
    );
  return steps;
}

/** All users, without break-glass accounts, and without those that synchronize a directory where one is connected. */
const everyone = ({ emergencyAccounts, isCloudOnly }: ScriptTenant): JsonBody => ({
  includeUsers: ['All'],
  excludeUsers: emergencyAccounts,
  excludeRoles: isCloudOnly ? [] : directorySyncRoles,
});
const controls = (...builtInControls: string[]): JsonBody => ({ operator: 'OR', builtInControls });
const phishingResistant: JsonBody = {
  operator: 'OR',
  authenticationStrength: { id: '00000000-0000-0000-0000-000000000004' },
};
const everyTime: JsonBody = {
  signInFrequency: {
    isEnabled: true,
    frequencyInterval: 'everyTime',
    authenticationType: 'primaryAndSecondaryAuthentication',
  },
};
/** learn.microsoft.com/entra/identity/conditional-access/concept-conditional-access-report-only, "Warning". */
const certificates =
  'In report-only too, people on macOS, iOS, Android and Linux may be asked to choose a device certificate, until their device is compliant.';
const builtInOnly = 'A custom role cannot stand in a policy: where somebody holds one, take its id out of the script.';

const securityDefaults = (tenant: ScriptTenant, closes: readonly string[]): RemedyStep =>
  update({
    title: 'Security defaults are switched on',
    closes,
    path: '/policies/identitySecurityDefaultsEnforcementPolicy',
    method: 'PATCH',
    set: { isEnabled: true },
    seen: settingAtScan(tenant, 'securityDefaults'),
    read,
    write: ['Policy.Read.All', 'Policy.ReadWrite.SecurityDefaults'],
  });

const mfaChecks = remedyOf('require-mfa')?.checks ?? [];

/** Without P1, security defaults require MFA at no cost, as far as they are the way there; with it they exclude Conditional Access. */
export const requireMfa: RemedyPlan = (tenant) =>
  tenant.lacksEntraP1 && tenant.closedByDefaults.size > 0
    ? [securityDefaults(tenant, [...tenant.closedByDefaults])]
    : policySteps(tenant, [
        {
          name: 'Require MFA for all users',
          closes: mfaChecks,
          conditions: { users: everyone(tenant) },
          grant: controls('mfa'),
        },
      ]);

export const requirePhishingResistantMfa: RemedyPlan = (tenant) =>
  policySteps(tenant, [
    {
      name: 'Require phishing-resistant MFA for administrators',
      closes: ['ca.mfa.admins.phish'],
      conditions: {
        users: { includeRoles: privilegedRoles.map(({ id }) => id), excludeUsers: tenant.emergencyAccounts },
      },
      grant: phishingResistant,
    },
    {
      name: 'Require phishing-resistant MFA for everyone',
      closes: ['ca.mfa.all.phish'],
      conditions: { users: everyone(tenant) },
      grant: phishingResistant,
    },
  ]);

export const protectRegistration: RemedyPlan = (tenant) =>
  policySteps(tenant, [
    {
      name: 'Security info: managed devices only',
      closes: ['ca.mfa.secinfo'],
      conditions: {
        users: everyone(tenant),
        applications: { includeUserActions: ['urn:user:registersecurityinfo'] },
      },
      grant: controls('compliantDevice', 'domainJoinedDevice'),
      caution: certificates,
    },
    {
      name: 'Register or join devices: MFA',
      closes: ['ca.mfa.device.reg'],
      conditions: { users: everyone(tenant), applications: { includeUserActions: ['urn:user:registerdevice'] } },
      grant: controls('mfa'),
    },
    {
      name: 'Intune enrollment: fresh MFA',
      closes: ['ca.intune.enrol'],
      conditions: {
        users: everyone(tenant),
        applications: { includeApplications: ['d4ebce55-015a-49b5-a083-c84d1797ae8c'] },
      },
      grant: controls('mfa'),
      session: everyTime,
      caution: 'Microsoft refuses it where the application Microsoft Intune Enrollment is not in the tenant yet.',
    },
  ]);

export const blockLegacyAuthentication: RemedyPlan = (tenant) =>
  policySteps(tenant, [
    {
      name: 'Block legacy authentication',
      closes: ['ca.legacy'],
      conditions: { users: everyone(tenant), clientAppTypes: ['exchangeActiveSync', 'other'] },
      grant: controls('block'),
    },
  ]);

export const blockRiskySignIns: RemedyPlan = (tenant) =>
  policySteps(tenant, [
    {
      name: 'High user risk: MFA and new password',
      closes: ['ca.risk.user'],
      conditions: { users: everyone(tenant), userRiskLevels: ['high'] },
      grant: { operator: 'AND', builtInControls: ['mfa', 'passwordChange'] },
      session: everyTime,
    },
    {
      name: 'Medium and high sign-in risk: block',
      closes: ['ca.risk.signin', 'ca.risk.signin.high', 'ca.risk.signin.block'],
      conditions: { users: everyone(tenant), signInRiskLevels: ['medium', 'high'] },
      grant: controls('block'),
    },
  ]);

export const blockHighRiskUsers: RemedyPlan = (tenant) =>
  policySteps(tenant, [
    {
      name: 'High user risk: block',
      closes: ['ca.risk.user.block'],
      conditions: { users: everyone(tenant), userRiskLevels: ['high'] },
      grant: controls('block'),
    },
  ]);

export const blockInsiderRisk: RemedyPlan = (tenant) =>
  policySteps(tenant, [
    {
      name: 'Elevated insider risk: block',
      closes: ['ca.insider', 'ca.insider.office'],
      conditions: { users: everyone(tenant), insiderRiskLevels: 'elevated' },
      grant: controls('block'),
    },
  ]);

export const blockSignInFlows: RemedyPlan = (tenant) =>
  policySteps(tenant, [
    {
      name: 'Block device code flow and authentication transfer',
      closes: ['ca.devicecode', 'ca.authtransfer'],
      conditions: {
        users: everyone(tenant),
        authenticationFlows: { transferMethods: 'deviceCodeFlow,authenticationTransfer' },
      },
      grant: controls('block'),
      caution: 'Once it is on, this script itself signs in with -AccessToken alone: it uses the device code flow.',
    },
  ]);

export const requireManagedDevices: RemedyPlan = (tenant) =>
  policySteps(tenant, [
    {
      name: 'Require managed devices',
      closes: ['ca.device'],
      conditions: { users: everyone(tenant) },
      grant: controls('compliantDevice', 'domainJoinedDevice'),
      caution: certificates,
    },
    {
      name: 'Require protected apps on phones',
      closes: ['ca.apps.mobile'],
      conditions: { users: everyone(tenant), platforms: { includePlatforms: ['android', 'iOS'] } },
      grant: controls('compliantApplication'),
    },
    {
      name: 'Block unknown platforms',
      closes: ['ca.platforms'],
      conditions: {
        users: everyone(tenant),
        platforms: {
          includePlatforms: ['all'],
          excludePlatforms: ['android', 'iOS', 'windows', 'macOS', 'linux'],
        },
      },
      grant: controls('block'),
    },
    {
      name: 'Limit web access on unmanaged devices',
      closes: ['ca.app.restrictions'],
      conditions: { users: everyone(tenant), applications: { includeApplications: ['Office365'] } },
      session: { applicationEnforcedRestrictions: { isEnabled: true } },
    },
    {
      name: 'Token protection on Windows',
      closes: ['ca.token'],
      conditions: {
        users: everyone(tenant),
        clientAppTypes: ['mobileAppsAndDesktopClients'],
        platforms: { includePlatforms: ['windows'] },
        applications: {
          includeApplications: [
            '00000002-0000-0ff1-ce00-000000000000',
            '00000003-0000-0ff1-ce00-000000000000',
            'cc15fd57-2c6c-4117-a88c-83b1d56b4bbe',
          ],
        },
      },
      session: { secureSignInSession: { isEnabled: true } },
    },
  ]);

/** Policies of `limit-sessions`; the rest of it stands in other settings. */
export const sessionPolicies: RemedyPlan = (tenant) =>
  policySteps(tenant, [
    {
      name: 'Sessions of administrators: 4 hours',
      closes: ['ca.signinfreq.admins'],
      conditions: {
        users: {
          includeRoles: heldRoles(tenant).filter((id) => !directorySyncRoles.includes(id)),
          excludeUsers: tenant.emergencyAccounts,
        },
      },
      session: {
        signInFrequency: { isEnabled: true, type: 'hours', value: 4 },
        persistentBrowser: { isEnabled: true, mode: 'never' },
      },
      caution: builtInOnly,
    },
    {
      name: 'Sessions of users: 7 days',
      closes: ['ca.signinfreq.all'],
      conditions: { users: everyone(tenant) },
      session: { signInFrequency: { isEnabled: true, type: 'days', value: 7 } },
    },
    {
      name: 'Sessions on unmanaged devices: 1 hour',
      closes: ['ca.signinfreq.unmanaged'],
      conditions: {
        users: everyone(tenant),
        devices: {
          deviceFilter: {
            mode: 'include',
            rule: 'device.isCompliant -ne True -and device.trustType -ne "ServerAD"',
          },
        },
      },
      session: { signInFrequency: { isEnabled: true, type: 'hours', value: 1 } },
    },
  ]);

export const limitLocations: RemedyPlan = (tenant) => {
  const isTrusted = objectsAtScan(tenant, 'namedLocations').some(({ value }) => value.isTrusted === true);
  if (!isTrusted)
    throw new MissingForScript(
      'No named location is trusted, and which networks are the offices’ is known to people alone.',
    );
  return policySteps(tenant, [
    {
      name: 'Block untrusted locations',
      closes: ['ca.locations'],
      conditions: {
        users: everyone(tenant),
        locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] },
      },
      grant: controls('block'),
    },
  ]);
};

/** Directory Readers is held by Microsoft’s own applications and by whoever reads the directory. */
const directoryReaders = '88d8e3e3-8f55-4a1e-953a-9b9898b8876b';

export const limitAdminPortals: RemedyPlan = (tenant) =>
  policySteps(tenant, [
    {
      name: 'Block admin portals for users without a role',
      closes: ['ca.admin.portals'],
      conditions: {
        users: {
          includeUsers: ['All'],
          excludeUsers: tenant.emergencyAccounts,
          excludeRoles: [...new Set([...heldRoles(tenant), directoryReaders])],
        },
        applications: { includeApplications: ['MicrosoftAdminPortals'] },
      },
      grant: controls('block'),
      caution: builtInOnly,
    },
  ]);

/** Each policy that stands in report-only, to be named by who has looked at what it would do. */
export const tidyPolicies: RemedyPlan = (tenant) =>
  reportOnlyPolicies(tenant).map((policy) => switchOn(tenant, policy, ['ca.reportonly']));
