import type { Attention, VerdictChange } from '@tenantry/contract/drift';
import type { NotableKind } from '@tenantry/contract/notable-kinds';
import { booleanAt, textAt, textsAt } from '../../facts/json-reader.ts';
import { globalAdministratorId, isPrivilegedRole } from '../../microsoft/privileged-roles.ts';
import { policyAttention } from './policy-attention.ts';
import type { SettingObject, SettingsDataset } from './settings-snapshot.ts';
import type { WeighedChange } from './weighed-change.ts';

type Rule = (change: WeighedChange) => Attention | null;

const critical = (kind: NotableKind, title: string): Attention => ({ weight: 'critical', title, kind });
const high = (kind: NotableKind, title: string): Attention => ({ weight: 'high', title, kind });
const last = (path: readonly string[]): string => path.at(-1) ?? '';
const became = ({ before, after }: WeighedChange, value: string): boolean => after === value && before !== value;
const gained = ({ scope, after }: WeighedChange): string[] =>
  scope === 'members' && after !== null ? after.split(', ') : [];

/** The id of a holding: form/group/role/principal (settings-snapshot.ts). */
const roleHolder: Rule = ({ kind, scope, young, hadBefore }) => {
  const [form = '', , role = '', principal = ''] = young?.id.split('/') ?? [];
  if (kind !== 'added' || scope !== 'object' || !young || !isPrivilegedRole(role)) return null;
  const held = (wanted: string) =>
    hadBefore((id) => id.startsWith(`${wanted}/`) && id.endsWith(`/${role}/${principal}`));
  // The same through another group, or eligible beside active, is no gain.
  if (held('active')) return null;
  const name = young.name.slice(young.name.lastIndexOf(': ') + 2);
  const isGlobal = role.toLowerCase() === globalAdministratorId;
  if (held('eligible')) {
    return form === 'active' && isGlobal ? high('privileged-role', `${name}: active, eligible before`) : null;
  }
  const title = form === 'eligible' ? `New eligible ${name}` : `New ${name}`;
  return isGlobal ? critical('privileged-role', title) : high('privileged-role', title);
};

const federatedDomain: Rule = (change) => {
  const isFederated = (one: SettingObject | undefined) =>
    textAt(one?.value, 'authenticationType')?.toLowerCase() === 'federated';
  if (!isFederated(change.young) || isFederated(change.old)) return null;
  if (change.old === undefined) return critical('domain', 'New federated domain');
  return last(change.path) === 'authenticationType' ? critical('domain', 'Domain converted to federated') : null;
};

const trustedLocation: Rule = (change) => {
  if (booleanAt(change.young?.value, 'isTrusted') !== true) return null;
  if (change.old === undefined) return high('policy-narrowed', 'New trusted location');
  if (booleanAt(change.old.value, 'isTrusted') !== true)
    return last(change.path) === 'isTrusted' ? high('policy-narrowed', 'Location marked as trusted') : null;
  return change.path[0] === 'ipRanges' && change.after !== null
    ? high('policy-narrowed', 'Trusted location widened')
    : null;
};

/** Microsoft's names of the methods; `weak`: phishable and interceptable (CISA MS.AAD.3.5, CIS 5.2.3.5). */
const methods: Record<string, { name: string; weak: boolean }> = {
  fido2: { name: 'Passkeys (FIDO2)', weak: false },
  microsoftauthenticator: { name: 'Microsoft Authenticator', weak: false },
  x509certificate: { name: 'Certificate-based authentication', weak: false },
  softwareoath: { name: 'Third-party software OATH tokens', weak: false },
  hardwareoath: { name: 'Hardware OATH tokens', weak: false },
  sms: { name: 'SMS', weak: true },
  voice: { name: 'Voice call', weak: true },
  email: { name: 'Email OTP', weak: true },
};

const authenticationMethod: Rule = (change) => {
  if (last(change.path) !== 'state') return null;
  const method = methods[change.path.at(-2)?.toLowerCase() ?? ''];
  if (method === undefined) return null;
  if (method.weak)
    return became(change, 'enabled')
      ? high('authentication-method', `${method.name} turned on as a sign-in method`)
      : null;
  return change.before === 'enabled' && change.after !== 'enabled'
    ? high('authentication-method', `${method.name} turned off`)
    : null;
};

/** The role of a member (Graph, authorizationPolicy: guestUserRoleId). */
const memberRoleId = 'a0b1b346-4d3e-4e8b-98f8-753987be4970';

const authorization: Rule = (change) => {
  const { old, young, path } = change;
  switch (last(path)) {
    case 'permissionGrantPoliciesAssigned': {
      const opened = gained(change).some((policy) => /^managepermissiongrantsforself\./i.test(policy));
      return opened ? critical('app-consent', 'Users may consent to applications') : null;
    }
    case 'allowInvitesFrom':
      return became(change, 'everyone') ? high('sharing', 'Everyone may invite guests') : null;
    case 'guestUserRoleId': {
      const hasMemberRole = (one: SettingObject | undefined) =>
        textAt(one?.value, 'guestUserRoleId')?.toLowerCase() === memberRoleId;
      return hasMemberRole(young) && !hasMemberRole(old)
        ? high('sharing', 'Guests have the same access as members')
        : null;
    }
    default:
      return null;
  }
};

const inboundTrust: Record<string, string> = {
  isMfaAccepted: 'MFA of other organizations is trusted',
  isCompliantDeviceAccepted: 'Compliant devices of other organizations are trusted',
  isHybridAzureADJoinedDeviceAccepted: 'Hybrid joined devices of other organizations are trusted',
};

/** Rules that stand between an eligible holder and the role (Graph, unifiedRoleManagementPolicyRule). */
const activation: Rule = ({ path, before, after, young }) => {
  if (young === undefined || !isPrivilegedRole(young.id)) return null;
  const loosened =
    (path.includes('enabledRules') && before !== null) ||
    (last(path) === 'isApprovalRequired' && before === 'true' && after === 'false');
  return loosened ? high('privileged-role', `Activating ${young.name} asks for less`) : null;
};

const sharePoint: Rule = (change) => {
  if (last(change.path) === 'sharingCapability' && became(change, 'externalUserAndGuestSharing'))
    return high('sharing', 'Files can be shared with anyone');
  if (last(change.path) === 'isLegacyAuthProtocolsEnabled' && became(change, 'true'))
    return high('authentication-method', 'SharePoint accepts legacy authentication');
  return null;
};

/** How strict `p=` is (RFC 7489, 6.3). */
const strictness = ['none', 'quarantine', 'reject'];

function dmarcPolicy(one: SettingObject | undefined): number {
  const records = textsAt(one?.value, 'records');
  const policy = /;\s*p\s*=\s*(\w+)/i.exec(records.find((record) => /^v=dmarc1/i.test(record)) ?? '')?.[1];
  return strictness.indexOf(policy?.toLowerCase() ?? '');
}

const dnsRecord: Rule = ({ old, young, kind, scope }) => {
  const type = (young ?? old)?.id.split(' ')[1];
  const isRemoved = kind === 'removed' && scope === 'object';
  if (type === 'MX' && old !== undefined)
    return high('domain', isRemoved ? 'MX records removed' : 'MX records changed');
  if ((type === 'SPF' || type === 'DMARC') && isRemoved) return high('mail-protection', `${type} record removed`);
  return type === 'DMARC' && dmarcPolicy(young) < dmarcPolicy(old)
    ? high('mail-protection', 'DMARC policy weakened')
    : null;
};

const turnedOn =
  (kind: NotableKind, property: string, value: string, title: string): Rule =>
  (change) =>
    last(change.path) === property && change.after?.toLowerCase() === value && change.before?.toLowerCase() !== value
      ? high(kind, title)
      : null;

const sendsOn = ['RedirectMessageTo', 'BlindCopyTo', 'CopyTo'];

/** A mail flow rule that begins to send mail on, or to let it past spam filtering. */
const mailRule: Rule = ({ path, kind, scope, after, young }) => {
  const isNew = kind === 'added' && scope === 'object';
  const begins = (property: string) =>
    (isNew && young !== undefined && property in young.value) || (path[0] === property && after !== null);
  if (sendsOn.some(begins)) return critical('forwarding', 'A mail flow rule sends mail on');
  return begins('SetSCL') ? high('mail-protection', 'A mail flow rule changes how spam is rated') : null;
};

const rules: { [K in SettingsDataset]?: Rule } = {
  conditionalAccessPolicies: policyAttention,
  namedLocations: trustedLocation,
  securityDefaults: (change) =>
    last(change.path) === 'isEnabled' && change.before === 'true' && change.after !== 'true'
      ? critical('security-defaults', 'Security defaults turned off')
      : null,
  authenticationMethodsPolicy: authenticationMethod,
  authorizationPolicies: authorization,
  crossTenantAccessPolicy: (change) => {
    const title = change.path.includes('inboundTrust') ? inboundTrust[last(change.path)] : undefined;
    return title !== undefined && became(change, 'true') ? high('domain', title) : null;
  },
  sharepointSettings: sharePoint,
  roles: roleHolder,
  roleRules: activation,
  domains: federatedDomain,
  dns: dnsRecord,
  transportRules: mailRule,
  remoteDomains: turnedOn('forwarding', 'AutoForwardEnabled', 'true', 'Mail can be forwarded to other domains'),
  outboundSpamPolicies: turnedOn('forwarding', 'AutoForwardingMode', 'on', 'Mail can be forwarded automatically'),
  exchangeOrganizationConfig: turnedOn('logging', 'AuditDisabled', 'true', 'Mailbox auditing turned off'),
  teamsFederationConfiguration: turnedOn(
    'sharing',
    'AllowTeamsConsumerInbound',
    'true',
    'Unmanaged Teams accounts can write to users',
  ),
};

/** Whether a change of a setting lets more in than before; null where it does not, or only a person can tell. Pure. */
export function settingAttention(dataset: SettingsDataset, change: WeighedChange): Attention | null {
  return rules[dataset]?.(change) ?? null;
}

/** What is told of a change that lets less in than before. */
export type Improvement = { kind: NotableKind; title: string };

/** Protection that was turned on, which whoever did it wants to see; null for every other change. Pure. */
export function settingImprovement(dataset: SettingsDataset, change: WeighedChange): Improvement | null {
  const { old, young, path } = change;
  if (dataset === 'securityDefaults')
    return last(path) === 'isEnabled' && became(change, 'true')
      ? { kind: 'security-defaults', title: 'Security defaults turned on' }
      : null;
  const isOn = (policy: SettingObject | undefined) => textAt(policy?.value, 'state') === 'enabled';
  if (dataset !== 'conditionalAccessPolicies' || !isOn(young) || isOn(old)) return null;
  if (old === undefined) return { kind: 'policy-on', title: 'New Conditional Access policy' };
  return path[0] === 'state' ? { kind: 'policy-on', title: 'Conditional Access policy turned on' } : null;
}

/**
 * Whether a check that got worse stands out. Mailbox rules are not read (docs/drift.md): a new one is known by the alert of
 * Microsoft Defender, "Suspicious inbox forwarding rule" and the like.
 */
export function verdictAttention(change: Omit<VerdictChange, 'attention'>): Attention | null {
  const isNewAlert = change.checkId === 'tenant.alerts' && !['unknown-now', 'known-again'].includes(change.direction);
  if (isNewAlert && change.newAffected?.some((name) => /forward/i.test(name)))
    return critical('alert', 'New alert: forwarding rule');
  if (change.direction !== 'worse') return null;
  if (change.severity === 'critical') return critical('check-failing', 'Critical check got worse');
  return change.severity === 'high' && change.to === 'fail' && change.from !== 'fail'
    ? high('check-failing', 'High-severity check failed')
    : null;
}

/** The weightiest first; what needs no attention last. */
export function byAttention(a: { attention: Attention | null }, b: { attention: Attention | null }): number {
  const rank = ({ attention }: { attention: Attention | null }) =>
    attention === null ? 2 : attention.weight === 'critical' ? 0 : 1;
  return rank(a) - rank(b);
}
