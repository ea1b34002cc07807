import { personalTypes } from '../../checks/purview/dlp-rules.ts';
import type { Texts } from './texts.ts';

type Rule = (text: string, texts: Texts) => string;

/** Names that Microsoft gave to policies, the same in every organization. */
const ownPolicies =
  /^(default|global|tag:(allon|alloff|restrictedanonymousaccess|restrictedanonymousnorecording|default|kiosk)|allon|alloff|kiosk|office365 antiphish default|(standard|strict) preset security policy\d*|built-in protection policy|owamailboxpolicy-default|default sharing policy|default role assignment policy|yes|\*)$/i;
/** Alert policies that Microsoft set up: what our checks look for. */
const ownAlerts = new Set([
  'suspicious email sending patterns detected',
  'suspicious connector activity',
  'suspicious email forwarding activity',
  'messages have been delayed',
  'tenant restricted from sending unprovisioned email',
  'tenant restricted from sending email',
  'a potentially malicious url click was detected',
]);
const personal = new Set<string>(personalTypes.flatMap(({ id, name }) => [id, name]));

const isHost = /^(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}$/u;

const oneAddress = (text: string, texts: Texts): string =>
  text.includes('@')
    ? texts.address(text.trim())
    : isHost.test(text)
      ? texts.host(text)
      : texts.name('Recipient', text);

/** A policy, rule or mailbox: by its name, an address or a domain. */
const identity: Rule = (text, texts) => {
  const lower = text.trim().toLowerCase();
  if (ownPolicies.test(lower) || ownAlerts.has(lower) || personal.has(lower)) return text;
  const [, tag = '', rest = text] = /^(tag:)(.*)$/i.exec(text) ?? [];
  if (tag !== '') return `${tag}${texts.name('Policy', rest)}`;
  if (text.includes('@') || isHost.test(text)) return oneAddress(text, texts);
  // A preset is known by its beginning, and what follows is no secret.
  return texts.name('Policy', text);
};

const domain: Rule = (text, texts) => (text === '*' || text === '' ? text : texts.host(text));
/** An address, a domain or the name of a recipient. */
export const mailboxAddress: Rule = (text, texts) => (text === '' ? text : oneAddress(text, texts));
/** `Name;address` */
const person: Rule = (text, texts) =>
  text
    .split(';')
    .map((part) => (part === '' ? part : part.includes('@') ? texts.address(part.trim()) : texts.name('Person', part)))
    .join(';');
/** `domain:action,action` of a sharing policy. */
const share: Rule = (text, texts) => {
  const [who = '', actions] = text.split(/:(.*)/s, 2);
  const kept = who === '*' || /^anonymous$/i.test(who) ? who : texts.host(who);
  return actions === undefined ? kept : `${kept}:${/^[A-Za-z0-9, ]*$/.test(actions) ? actions : 'Redacted'}`;
};
/** A type of file: letters and digits that say nothing of anybody. */
const fileType: Rule = (text, texts) => (/^\.?[a-z0-9-]{1,24}$/i.test(text) ? text : texts.name('Type', text));
/** A value of one of Microsoft's enumerations: one word without white space that begins with a capital. */
const word: Rule = (text, texts) => (/^[A-Z][A-Za-z]{1,60}$/.test(text) ? text : texts.unknown(text));
const roleName: Rule = (text, texts) => (/^My ?[A-Z]/.test(text) ? text : texts.name('Role', text));
const told: Rule = (text, texts) =>
  /^(TenantAdmins|SiteAdmin|LastModifier|Owner|All)$/i.test(text) ? text : mailboxAddress(text, texts);
const everybody: Rule = (text, texts) => (/^all$/i.test(text) || text === '' ? text : texts.name('Location', text));
const advanced: Rule = (text, texts) =>
  // Of a condition nothing but the types that it names matters.
  JSON.stringify({
    Sensitivetypes: personalTypes
      .filter(({ id, name }) => text.toLowerCase().includes(id) || text.toLowerCase().includes(name))
      .map(({ name }) => ({ Name: name })),
    Text: text === '' ? '' : texts.name('Condition', text),
  });

const byRule: readonly (readonly [Rule, string])[] = [
  [identity, 'Identity Name DisplayName AntiPhishPolicy MalwareFilterPolicy HostedContentFilterPolicy SafeLinksPolicy'],
  [identity, 'SafeAttachmentPolicy HostedOutboundSpamFilterPolicy Policy PolicyName ParentPolicyName name id'],
  [domain, 'DomainName RecipientDomainIs ExceptIfRecipientDomainIs SenderDomainIs ExceptIfSenderDomainIs Domain'],
  [
    domain,
    'AllowedSenderDomains BlockedSenderDomains AllowedDomains BlockedDomains TargetedDomainsToProtect ExcludedDomains',
  ],
  [
    mailboxAddress,
    'SentTo SentToMemberOf ExceptIfSentTo ExceptIfSentToMemberOf From FromMemberOf RedirectMessageTo BlindCopyTo',
  ],
  [
    mailboxAddress,
    'CopyTo AddToRecipients PrimarySMTPAddress EmailAddresses InternalSenderAdminAddress AllowedSenders AllowList',
  ],
  [
    mailboxAddress,
    'NotifyOutboundSpamRecipients BccSuspiciousOutboundAdditionalRecipients ReportJunkAddresses RedirectAddress',
  ],
  [mailboxAddress, 'ReportNotJunkAddresses ReportPhishAddresses ExcludedSenders mail userPrincipalName'],
  [person, 'TargetedUsersToProtect'],
  [share, 'Domains'],
  [fileType, 'FileTypes'],
  [roleName, 'Roles'],
  [told, 'NotifyUser'],
  [everybody, 'ExchangeLocation OneDriveLocation SharePointLocation TeamsLocation EndpointDlpLocation'],
  [advanced, 'AdvancedRule'],
  [word, 'State Mode FromScope SentToScope Action SpamAction HighConfidenceSpamAction PhishSpamAction BulkSpamAction'],
  [word, 'HighConfidencePhishAction AuthenticationFailAction DmarcRejectAction DmarcQuarantineAction QuarantineTag'],
  [
    word,
    'TargetedUserProtectionAction TargetedDomainProtectionAction MailboxIntelligenceProtectionAction AutoForwardingMode',
  ],
  [word, 'ActionWhenThresholdReached BlockAccessScope BroadcastRecordingMode AutoAdmittedUsers MeetingChatEnabledType'],
  [word, 'DesignatedPresenterRoleMode DefaultCatalogAppsType GlobalCatalogAppsType PrivateCatalogAppsType PolicyType'],
  [word, 'ExternalAccessWithTrialTenants DomainType Ensure IsSingleInstance Category Severity'],
];

/** By the properties of each type of Tenant Configuration Management. One that is not named here is redacted. */
export const configurationRules: Readonly<Record<string, Rule>> = Object.fromEntries(
  byRule.flatMap(([rule, names]) => names.split(' ').map((name) => [name, rule])),
);
