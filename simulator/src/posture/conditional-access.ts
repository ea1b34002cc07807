import type {
  AuthenticationMethodModes,
  AuthenticationStrengthPolicy,
  ConditionalAccessConditionSet,
  ConditionalAccessGrantControl,
  ConditionalAccessPolicy,
  ConditionalAccessPolicyState,
  ConditionalAccessSessionControls,
  ConditionalAccessUsers,
} from '@microsoft/microsoft-graph-types';
import { guidOf, keyOfText } from '../counter-hash.ts';
import { type RoleName, roleTemplates } from '../directory/role-templates.ts';

export interface PolicySketch {
  displayName: string;
  state?: ConditionalAccessPolicyState;
  users: ConditionalAccessUsers;
  applications?: ConditionalAccessConditionSet['applications'];
  conditions?: Partial<ConditionalAccessConditionSet>;
  grant?: ConditionalAccessGrantControl[];
  operator?: 'AND' | 'OR';
  strength?: AuthenticationStrengthPolicy;
  session?: ConditionalAccessSessionControls;
  createdDateTime?: string;
}

const builtInStrengthTime = '2021-12-01T00:00:00Z';

/** Built-in strength "Phishing-resistant MFA". */
export const phishingResistantStrength: AuthenticationStrengthPolicy = {
  id: '00000000-0000-0000-0000-000000000004',
  createdDateTime: builtInStrengthTime,
  modifiedDateTime: builtInStrengthTime,
  displayName: 'Phishing-resistant MFA',
  description:
    'Phishing-resistant, Passwordless methods for the strongest authentication, such as a FIDO2 security key',
  policyType: 'builtIn',
  requirementsSatisfied: 'mfa',
  allowedCombinations: [
    'windowsHelloForBusiness',
    'fido2',
    'x509CertificateMultiFactor',
  ] satisfies AuthenticationMethodModes[],
};

/** Roles that an administrator policy has to reach. */
export const privilegedRoles: RoleName[] = [
  'Global Administrator',
  'Privileged Role Administrator',
  'Privileged Authentication Administrator',
  'Security Administrator',
  'Exchange Administrator',
  'SharePoint Administrator',
  'User Administrator',
  'Helpdesk Administrator',
  'Application Administrator',
  'Cloud Application Administrator',
  'Conditional Access Administrator',
  'Authentication Administrator',
  'Hybrid Identity Administrator',
  'Intune Administrator',
  'Password Administrator',
  'Billing Administrator',
];

export function roleIds(names: RoleName[]): string[] {
  return names.map((name) => roleTemplates[name]);
}

/** Everybody but these users and groups. */
export function allUsersExcept(excludeUsers: string[], excludeGroups: string[] = []): ConditionalAccessUsers {
  return { includeUsers: ['All'], excludeUsers, excludeGroups };
}

/** A session of at most `hours`, or a fresh sign-in every time where hours is 0. */
export function signInFrequency(hours: number): ConditionalAccessSessionControls {
  const every = hours === 0;
  return {
    signInFrequency: {
      isEnabled: true,
      value: every ? null : hours,
      type: every ? null : 'hours',
      authenticationType: 'primaryAndSecondaryAuthentication',
      frequencyInterval: every ? 'everyTime' : 'timeBased',
    },
  };
}

function wholeUsers(users: ConditionalAccessUsers): ConditionalAccessUsers {
  return {
    includeUsers: [],
    excludeUsers: [],
    includeGroups: [],
    excludeGroups: [],
    includeRoles: [],
    excludeRoles: [],
    includeGuestsOrExternalUsers: null,
    excludeGuestsOrExternalUsers: null,
    ...users,
  };
}

const noConditions = {
  clientAppTypes: ['all'],
  userRiskLevels: [],
  signInRiskLevels: [],
  servicePrincipalRiskLevels: [],
  insiderRiskLevels: null,
  platforms: null,
  locations: null,
  devices: null,
  clientApplications: null,
  authenticationFlows: null,
} satisfies Partial<ConditionalAccessConditionSet>;
const noApplications = {
  includeApplications: [],
  excludeApplications: [],
  includeUserActions: [],
  includeAuthenticationContextClassReferences: [],
  applicationFilter: null,
} satisfies ConditionalAccessConditionSet['applications'];
const noGrant = {
  operator: 'OR',
  builtInControls: [],
  customAuthenticationFactors: [],
  termsOfUse: [],
  authenticationStrength: null,
};
const noSession = {
  disableResilienceDefaults: null,
  applicationEnforcedRestrictions: null,
  cloudAppSecurity: null,
  persistentBrowser: null,
};

/** A policy as somebody sends it to be made, with every property that Graph adds. */
export function wholePolicy(sent: ConditionalAccessPolicy): ConditionalAccessPolicy {
  const { conditions, grantControls, sessionControls } = sent;
  return {
    ...sent,
    conditions: {
      ...noConditions,
      ...conditions,
      applications: { ...noApplications, ...conditions?.applications },
      users: wholeUsers(conditions?.users ?? {}),
    },
    grantControls: grantControls ? { ...noGrant, ...grantControls } : null,
    sessionControls: sessionControls ? { ...noSession, ...sessionControls } : null,
  };
}

/** A Conditional Access policy in the full v1.0 wire shape, every property present as Graph sends it. */
export function conditionalAccessPolicy(tenantId: string, sketch: PolicySketch): ConditionalAccessPolicy {
  const created = sketch.createdDateTime ?? '2025-03-04T09:12:41Z';
  const hasGrant = sketch.grant !== undefined || sketch.strength !== undefined;
  return {
    id: guidOf(keyOfText(`${tenantId}/${sketch.displayName}`), 0, 5),
    displayName: sketch.displayName,
    createdDateTime: created,
    modifiedDateTime: created,
    state: sketch.state ?? 'enabled',
    conditions: {
      clientAppTypes: ['all'],
      userRiskLevels: [],
      signInRiskLevels: [],
      servicePrincipalRiskLevels: [],
      insiderRiskLevels: null,
      platforms: null,
      locations: null,
      devices: null,
      clientApplications: null,
      authenticationFlows: null,
      applications: {
        includeApplications: ['All'],
        excludeApplications: [],
        includeUserActions: [],
        includeAuthenticationContextClassReferences: [],
        applicationFilter: null,
        ...sketch.applications,
      },
      ...sketch.conditions,
      users: wholeUsers(sketch.users),
    },
    grantControls: hasGrant
      ? {
          operator: sketch.operator ?? 'OR',
          builtInControls: sketch.grant ?? [],
          customAuthenticationFactors: [],
          termsOfUse: [],
          authenticationStrength: sketch.strength ?? null,
        }
      : null,
    sessionControls: sketch.session
      ? {
          disableResilienceDefaults: null,
          applicationEnforcedRestrictions: null,
          cloudAppSecurity: null,
          persistentBrowser: null,
          ...sketch.session,
        }
      : null,
  };
}
