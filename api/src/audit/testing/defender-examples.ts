import { riskyAttachmentTypes } from '../checks/defender/attachment-types.ts';
import type { JsonObject } from '../facts/json-reader.ts';
import type { CheckExample } from './check-example.ts';
import { configurationOf } from './configuration.ts';

const licensed = {
  subscribedSkus: [{ capabilityStatus: 'Enabled', servicePlans: [{ servicePlanName: 'ATP_ENTERPRISE' }] }],
};
const main = { Identity: 'Default', MakeDefault: true };
const forAll = { Identity: 'Everybody', Enabled: true, Priority: 0, RecipientDomainIs: ['contoso.com'] };
const acceptedDomains = [{ Identity: 'contoso.com' }];

const antiPhish = (properties: JsonObject) => ({
  ...configurationOf({ antiPhishPolicies: [{ ...main, Enabled: true, ...properties }], antiPhishRules: [] }),
  ...licensed,
});
const malware = (properties: JsonObject) =>
  configurationOf({ malwareFilterPolicies: [{ ...main, ...properties }], malwareFilterRules: [] });
const spam = (properties: JsonObject) =>
  configurationOf({ spamFilterPolicies: [{ ...main, ...properties }], spamFilterRules: [] });
const outbound = (properties: JsonObject) =>
  configurationOf({ outboundSpamPolicies: [{ Identity: 'Default', ...properties }], outboundSpamRules: [] });
const links = (properties: JsonObject) => ({
  ...configurationOf({
    safeLinksPolicies: [{ Identity: 'Everybody', ...properties }],
    safeLinksRules: [{ ...forAll, SafeLinksPolicy: 'Everybody' }],
    acceptedDomains,
  }),
  ...licensed,
});
const attachments = (properties: JsonObject) => ({
  ...configurationOf({
    safeAttachmentPolicies: [{ Identity: 'Everybody', Enable: true, ...properties }],
    safeAttachmentRules: [{ ...forAll, SafeAttachmentPolicy: 'Everybody' }],
    acceptedDomains,
  }),
  ...licensed,
});
const files = (properties: JsonObject) => ({
  ...configurationOf({ defenderForOffice365: [{ Identity: 'Default', ...properties }] }),
  ...licensed,
});
const connection = (properties: JsonObject) =>
  configurationOf({ connectionFilterPolicies: [{ Identity: 'Default', ...properties }] });

const tips = {
  EnableFirstContactSafetyTips: true,
  EnableSimilarUsersSafetyTips: true,
  EnableSimilarDomainsSafetyTips: true,
  EnableUnusualCharactersSafetyTips: true,
  EnableUnauthenticatedSender: true,
  EnableViaTag: true,
};
const impersonation = {
  PhishThresholdLevel: '3',
  EnableSpoofIntelligence: true,
  EnableMailboxIntelligence: true,
  EnableMailboxIntelligenceProtection: true,
  MailboxIntelligenceProtectionAction: 'Quarantine',
  EnableOrganizationDomainsProtection: true,
  EnableTargetedUserProtection: true,
  TargetedUserProtectionAction: 'Quarantine',
  TargetedUsersToProtect: ['Ada;ada@contoso.com'],
  EnableTargetedDomainsProtection: true,
  TargetedDomainProtectionAction: 'Quarantine',
  TargetedDomainsToProtect: ['fabrikam.com'],
  HonorDmarcPolicy: true,
  ...tips,
};
const spoof = {
  EnableSpoofIntelligence: true,
  HonorDmarcPolicy: true,
  AuthenticationFailAction: 'Quarantine',
  DmarcRejectAction: 'Quarantine',
  DmarcQuarantineAction: 'Quarantine',
  ...tips,
};
const allLinks = {
  EnableSafeLinksForEmail: true,
  EnableSafeLinksForTeams: true,
  EnableSafeLinksForOffice: true,
  EnableForInternalSenders: true,
  ScanUrls: true,
  DeliverMessageAfterScan: true,
  TrackClicks: true,
  AllowClickThrough: false,
  DisableUrlRewrite: false,
};
const spamActions = {
  SpamAction: 'MoveToJmf',
  HighConfidenceSpamAction: 'Quarantine',
  PhishSpamAction: 'Quarantine',
  HighConfidencePhishAction: 'Quarantine',
};
const limits = {
  RecipientLimitExternalPerHour: 500,
  RecipientLimitInternalPerHour: 1000,
  RecipientLimitPerDay: 1000,
  ActionWhenThresholdReached: 'BlockUser',
};
const told = {
  BccSuspiciousOutboundMail: true,
  BccSuspiciousOutboundAdditionalRecipients: ['it@contoso.com'],
  NotifyOutboundSpam: true,
  NotifyOutboundSpamRecipients: ['it@contoso.com'],
};
const declared = (check: string, of: JsonObject): JsonObject => ({ exemptions: { [check]: of } });
const filter = (FileTypes: readonly string[]) => malware({ EnableFileFilter: true, FileTypes });
const says = 'fail' as const;

export const defenderExamples: readonly CheckExample[] = [
  {
    check: 'exo.antiphish',
    good: antiPhish(impersonation),
    bad: antiPhish({ ...impersonation, PhishThresholdLevel: '1' }),
    says,
  },
  { check: 'mdo.spoof', good: antiPhish(spoof), bad: antiPhish({ ...spoof, EnableSpoofIntelligence: false }), says },
  {
    check: 'mdo.impersonation.users',
    good: {
      ...antiPhish(impersonation),
      ...declared('MS.SECURITYSUITE.2.1v1', { sensitiveUsers: ['ada@contoso.com'] }),
    },
    bad: antiPhish({ ...impersonation, EnableTargetedUserProtection: false }),
    says,
  },
  {
    check: 'mdo.impersonation.domains',
    good: antiPhish(impersonation),
    bad: antiPhish({ ...impersonation, EnableOrganizationDomainsProtection: false }),
    says,
  },
  {
    check: 'mdo.impersonation.partners',
    good: { ...antiPhish(impersonation), ...declared('MS.SECURITYSUITE.2.3v1', { partnerDomains: ['fabrikam.com'] }) },
    bad: antiPhish({ ...impersonation, TargetedDomainsToProtect: [] }),
    says,
  },
  { check: 'mdo.tips', good: antiPhish(tips), bad: antiPhish({ ...tips, EnableViaTag: false }), says },
  { check: 'mdo.malware.filter', good: filter([]), bad: malware({ EnableFileFilter: false, FileTypes: [] }), says },
  { check: 'mdo.malware.types', good: filter(['exe', 'cmd', 'vbe']), bad: filter(['exe', 'cmd']), says },
  { check: 'mdo.malware.comprehensive', good: filter(riskyAttachmentTypes), bad: filter(['exe']), says },
  { check: 'mdo.malware.zap', good: malware({ ZapEnabled: true }), bad: malware({ ZapEnabled: false }), says },
  {
    check: 'mdo.malware.notify',
    good: malware({ EnableInternalSenderAdminNotifications: true, InternalSenderAdminAddress: 'it@contoso.com' }),
    bad: malware({ EnableInternalSenderAdminNotifications: true, InternalSenderAdminAddress: '' }),
    says,
  },
  {
    check: 'mdo.attachments',
    good: attachments({ Action: 'Block', QuarantineTag: 'AdminOnlyAccessPolicy' }),
    bad: attachments({ Action: 'Allow', QuarantineTag: 'AdminOnlyAccessPolicy' }),
    says,
  },
  {
    check: 'mdo.attachments.action',
    good: attachments({ Action: 'DynamicDelivery' }),
    bad: attachments({ Action: 'Allow' }),
    says,
  },
  { check: 'mdo.links', good: links(allLinks), bad: links({ ...allLinks, AllowClickThrough: true }), says },
  { check: 'mdo.links.apps', good: links(allLinks), bad: links({ ...allLinks, EnableSafeLinksForTeams: false }), says },
  { check: 'mdo.links.scan', good: links(allLinks), bad: links({ ...allLinks, DeliverMessageAfterScan: false }), says },
  { check: 'mdo.links.clicks', good: links(allLinks), bad: links({ ...allLinks, TrackClicks: false }), says },
  { check: 'mdo.spam.actions', good: spam(spamActions), bad: spam({ ...spamActions, SpamAction: 'AddXHeader' }), says },
  {
    check: 'mdo.spam.allowed',
    good: spam({ AllowedSenderDomains: [] }),
    bad: spam({ AllowedSenderDomains: ['fabrikam.com'] }),
    says,
  },
  { check: 'mdo.outbound.notify', good: outbound(told), bad: outbound({ ...told, NotifyOutboundSpam: false }), says },
  { check: 'mdo.outbound.limits', good: outbound(limits), bad: outbound({ ...limits, RecipientLimitPerDay: 0 }), says },
  {
    check: 'mdo.connection.allowed',
    good: connection({ IPAllowList: [] }),
    bad: connection({ IPAllowList: ['203.0.113.7'] }),
    says,
  },
  {
    check: 'mdo.connection.safelist',
    good: connection({ EnableSafeList: false }),
    bad: connection({ EnableSafeList: true }),
    says,
  },
  {
    check: 'mdo.files',
    good: files({ EnableATPForSPOTeamsODB: true }),
    bad: files({ EnableATPForSPOTeamsODB: false }),
    says,
  },
  {
    check: 'mdo.files.documents',
    good: files({ EnableATPForSPOTeamsODB: true, EnableSafeDocs: true, AllowSafeDocsOpen: false }),
    bad: files({ EnableATPForSPOTeamsODB: true, EnableSafeDocs: true, AllowSafeDocsOpen: true }),
    says,
  },
];
