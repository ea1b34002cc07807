import type { PolicyTemplate } from '@tenantry/contract/what-if';
import type { JsonObject } from '../../audit/facts/json-reader.ts';
import { privilegedRoles } from '../../audit/microsoft/privileged-roles.ts';

type Parts = {
  users?: JsonObject;
  applications?: JsonObject;
  conditions?: JsonObject;
  grant: JsonObject | null;
  session?: JsonObject;
};
type Template = Omit<PolicyTemplate, 'policy'> & { parts: Parts };

const any = (...builtInControls: string[]): JsonObject => ({ operator: 'OR', builtInControls });
const mfa = any('mfa');
const block = any('block');
const everybody: JsonObject = { includeUsers: ['All'] };
const managed = any('compliantDevice', 'domainJoinedDevice');
/** Microsoft's own authentication strength "Phishing-resistant MFA". */
const phishingResistant: JsonObject = {
  operator: 'OR',
  builtInControls: [],
  authenticationStrength: { id: '00000000-0000-0000-0000-000000000004' },
};
const administrators: JsonObject = { includeRoles: privilegedRoles.filter(({ cis }) => cis).map(({ id }) => id) };
const everyTime: JsonObject = {
  signInFrequency: {
    isEnabled: true,
    authenticationType: 'primaryAndSecondaryAuthentication',
    frequencyInterval: 'everyTime',
  },
};

const templates: readonly Template[] = [
  {
    id: 'mfa-everyone',
    title: 'Require MFA for everyone',
    purpose: 'A stolen password alone opens nothing: every person proves with a second factor who they are.',
    before: 'Everybody has registered a method, and accounts of programs use application identities instead.',
    parts: { users: everybody, grant: mfa },
  },
  {
    id: 'phishing-resistant-admins',
    title: 'Require phishing-resistant MFA for administrators',
    purpose: 'Codes and prompts can be passed on to a false sign-in page; a security key or passkey cannot.',
    before: 'Every administrator has registered a passkey, a security key or Windows Hello.',
    parts: { users: administrators, grant: phishingResistant },
  },
  {
    id: 'block-legacy-authentication',
    title: 'Block legacy authentication',
    purpose: 'Old mail protocols cannot ask for a second factor, so that passwords are tried through them.',
    before: 'Scanners, phones and programs that still use them are moved: the sign-in log names them.',
    parts: { users: everybody, conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] }, grant: block },
  },
  {
    id: 'managed-device-office365',
    title: 'Require a compliant or hybrid-joined device for Office 365',
    purpose: 'Mail and files open only on devices that the organization manages.',
    before: 'Devices are enrolled in Intune or hybrid-joined, and people know what happens on their private ones.',
    parts: { users: everybody, applications: { includeApplications: ['Office365'] }, grant: managed },
  },
  {
    id: 'block-device-code-flow',
    title: 'Block device code flow',
    purpose: 'Attackers send people a code to type in, and get their session.',
    before: 'Meeting room devices and command line tools that need it are excluded by name.',
    parts: {
      users: everybody,
      conditions: { authenticationFlows: { transferMethods: 'deviceCodeFlow' } },
      grant: block,
    },
  },
  {
    id: 'block-other-countries',
    title: 'Block sign-ins from outside trusted locations',
    purpose: 'Nobody signs in from places where nobody works.',
    before:
      'The countries and networks where people work are named locations: put them in the place of all trusted ones.',
    parts: {
      users: everybody,
      conditions: { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } },
      grant: block,
    },
  },
  {
    id: 'risky-sign-ins',
    title: 'Require fresh MFA for risky sign-ins',
    purpose: 'A sign-in that Microsoft takes for somebody else’s has to be proven anew.',
    before: 'The tenant has Entra ID P2, and everybody has registered a method.',
    parts: { users: everybody, conditions: { signInRiskLevels: ['medium', 'high'] }, grant: mfa, session: everyTime },
  },
  {
    id: 'risky-users',
    title: 'Require a new password of users at high risk',
    purpose: 'An account whose password is known to others is made safe by its owner.',
    before: 'The tenant has Entra ID P2, and people can reset their password themselves.',
    parts: {
      users: everybody,
      conditions: { userRiskLevels: ['high'] },
      grant: { operator: 'AND', builtInControls: ['mfa', 'passwordChange'] },
      session: everyTime,
    },
  },
  {
    id: 'mfa-register-security-info',
    title: 'Require a managed device to register security information',
    purpose: 'Whoever has a password cannot register a second factor of their own with it.',
    before: 'New people get a Temporary Access Pass, or register on a managed device.',
    parts: {
      users: everybody,
      applications: { includeUserActions: ['urn:user:registersecurityinfo'] },
      grant: managed,
    },
  },
  {
    id: 'mfa-azure-management',
    title: 'Require MFA for Azure management',
    purpose: 'The Azure portal, its command line and PowerShell need a second factor, whoever uses them.',
    before: 'Scripts sign in as applications, not as people.',
    parts: {
      users: everybody,
      applications: { includeApplications: ['797f4846-ba00-4fd7-ba43-dac1f8f63013'] },
      grant: mfa,
    },
  },
  {
    id: 'unmanaged-device-sessions',
    title: 'End sessions on unmanaged devices',
    purpose: 'A device that nobody manages forgets who signed in: sessions end after an hour, and browsers keep none.',
    before: 'Managed devices report as compliant or hybrid-joined: the filter leaves them out.',
    parts: {
      users: everybody,
      conditions: {
        devices: {
          deviceFilter: {
            mode: 'exclude',
            rule: 'device.isCompliant -eq True -or device.trustType -eq "ServerAD"',
          },
        },
      },
      grant: null,
      session: {
        signInFrequency: { isEnabled: true, type: 'hours', value: 1, frequencyInterval: 'timeBased' },
        persistentBrowser: { isEnabled: true, mode: 'never' },
      },
    },
  },
  {
    id: 'block-unknown-platforms',
    title: 'Block unknown platforms',
    purpose: 'Tools that hide what they run on do not get in.',
    before: 'People use Windows, macOS, iOS, Android or Linux only.',
    parts: {
      users: everybody,
      conditions: {
        platforms: {
          includePlatforms: ['all'],
          excludePlatforms: ['android', 'iOS', 'windows', 'macOS', 'linux'],
        },
      },
      grant: block,
    },
  },
  {
    id: 'mfa-guests',
    title: 'Require MFA for guests',
    purpose: 'Accounts of other organizations are as safe here as your own.',
    before: 'Cross-tenant access trusts MFA of the organizations that you work with, so that guests are asked once.',
    parts: {
      users: {
        includeGuestsOrExternalUsers: {
          guestOrExternalUserTypes:
            'internalGuest,b2bCollaborationGuest,b2bCollaborationMember,b2bDirectConnectUser,otherExternalUser,serviceProvider',
          externalTenants: {
            '@odata.type': '#microsoft.graph.conditionalAccessAllExternalTenants',
            membershipKind: 'all',
          },
        },
      },
      grant: mfa,
    },
  },
];

/**
 * Policies to begin a draft with, as Microsoft Graph takes them (conditionalAccessPolicy, v1.0): in report-only, for all resources and
 * every client unless the purpose says otherwise.
 * @param emergencyAccounts object ids of the accounts that the tenant declared: each template leaves them out
 */
export function policyTemplates(emergencyAccounts: readonly string[]): PolicyTemplate[] {
  return templates.map(({ parts, ...template }) => ({
    ...template,
    policy: {
      displayName: template.title,
      state: 'enabledForReportingButNotEnforced',
      conditions: {
        clientAppTypes: ['all'],
        ...parts.conditions,
        applications: parts.applications ?? { includeApplications: ['All'] },
        users: { ...parts.users, ...(emergencyAccounts.length > 0 && { excludeUsers: [...emergencyAccounts] }) },
      },
      grantControls: parts.grant,
      sessionControls: parts.session ?? null,
    },
  }));
}
