import type { CheckExample } from './check-example.ts';
import { configurationOf } from './configuration.ts';

const organization = (property: string, good: unknown, bad: unknown, more: Record<string, unknown> = {}) => ({
  good: configurationOf({ exchangeOrganizationConfig: [{ ...more, [property]: good }] }),
  bad: configurationOf({ exchangeOrganizationConfig: [{ ...more, [property]: bad }] }),
  says: 'fail' as const,
});
const owa = (good: Record<string, unknown>, bad: Record<string, unknown>) => ({
  good: configurationOf({ owaMailboxPolicies: [{ Name: 'OwaMailboxPolicy-Default', IsDefault: true, ...good }] }),
  bad: configurationOf({ owaMailboxPolicies: [{ Name: 'OwaMailboxPolicy-Default', IsDefault: true, ...bad }] }),
  says: 'fail' as const,
});
const rules = (...list: Record<string, unknown>[]) =>
  list.map((rule, Priority) => ({ Name: `Rule ${Priority}`, Enabled: true, Mode: 'Enforce', Priority, ...rule }));
const sharing = (...Domains: string[]) =>
  configurationOf({ sharingPolicies: [{ Name: 'Default Sharing Policy', Default: true, Enabled: true, Domains }] });
const acceptedDomains = [{ Identity: 'contoso.com' }];
const closed = [{ Identity: 'Default', DomainName: '*', AutoForwardEnabled: false }];
const open = [{ Identity: 'Default', DomainName: '*', AutoForwardEnabled: true }];
const toOutside = rules({ BlindCopyTo: ['collector@fabrikam.com'] });
const outbound = (AutoForwardingMode: string) =>
  configurationOf({ outboundSpamPolicies: [{ Identity: 'Default', AutoForwardingMode }], outboundSpamRules: [] });

export const exchangeExamples: readonly CheckExample[] = [
  {
    check: 'exo.forward',
    good: configurationOf({ transportRules: [], remoteDomains: closed, acceptedDomains }),
    bad: configurationOf({ transportRules: toOutside, remoteDomains: closed, acceptedDomains }),
    says: 'fail',
  },
  {
    check: 'exo.forward.auto',
    good: configurationOf({ remoteDomains: closed }),
    bad: configurationOf({ remoteDomains: open }),
    says: 'fail',
  },
  {
    check: 'exo.forward.rules',
    good: configurationOf({ transportRules: rules({ RedirectMessageTo: ['archive@contoso.com'] }), acceptedDomains }),
    bad: configurationOf({ transportRules: toOutside, acceptedDomains }),
    says: 'fail',
  },
  { check: 'exo.forward.outbound', good: outbound('Off'), bad: outbound('On'), says: 'fail' },
  {
    check: 'exo.external.warning',
    good: configurationOf({ transportRules: rules({ FromScope: 'NotInOrganization', PrependSubject: '[External]' }) }),
    bad: configurationOf({ transportRules: [] }),
    says: 'fail',
  },
  {
    check: 'exo.external.tag',
    good: configurationOf({ externalInOutlook: [{ Identity: 'x', Enabled: true, AllowList: [] }] }),
    bad: configurationOf({ externalInOutlook: [{ Identity: 'x', Enabled: false, AllowList: [] }] }),
    says: 'fail',
  },
  {
    check: 'exo.spam.bypass',
    good: configurationOf({ transportRules: rules({ SetSCL: '-1', SenderIpRanges: ['203.0.113.7'] }) }),
    bad: configurationOf({ transportRules: rules({ SetSCL: '-1', SenderDomainIs: ['fabrikam.com'] }) }),
    says: 'fail',
  },
  { check: 'exo.audit', ...organization('AuditDisabled', false, true) },
  {
    check: 'exo.mailtips',
    ...organization('MailTipsLargeAudienceThreshold', 25, 200, {
      MailTipsAllTipsEnabled: true,
      MailTipsExternalRecipientsTipsEnabled: true,
      MailTipsGroupMetricsEnabled: true,
    }),
  },
  { check: 'exo.lockbox', ...organization('CustomerLockBoxEnabled', true, false) },
  {
    check: 'exo.bookings',
    good: configurationOf({ exchangeOrganizationConfig: [{ BookingsEnabled: false }] }),
    bad: configurationOf({ exchangeOrganizationConfig: [{ BookingsEnabled: true }], owaMailboxPolicies: [] }),
    says: 'fail',
  },
  {
    check: 'exo.owa.accounts',
    ...owa(
      { PersonalAccountsEnabled: false, PersonalAccountCalendarsEnabled: false },
      { PersonalAccountsEnabled: false, PersonalAccountCalendarsEnabled: true },
    ),
  },
  {
    check: 'exo.owa.storage',
    ...owa({ AdditionalStorageProvidersAvailable: false }, { AdditionalStorageProvidersAvailable: true }),
  },
  {
    check: 'exo.addins',
    good: configurationOf({ roleAssignmentPolicies: [{ Name: 'Default', IsDefault: true, Roles: ['MyBaseOptions'] }] }),
    bad: configurationOf({ roleAssignmentPolicies: [{ Name: 'Default', IsDefault: true, Roles: ['My Custom Apps'] }] }),
    says: 'fail',
  },
  {
    check: 'exo.sharing',
    good: sharing('*:ContactsSharing'),
    bad: sharing('fabrikam.com:CalendarSharingFreeBusySimple'),
    says: 'fail',
  },
  {
    check: 'exo.sharing.contacts',
    good: sharing('fabrikam.com:ContactsSharing'),
    bad: sharing('*:ContactsSharing'),
    says: 'fail',
  },
  {
    check: 'exo.sharing.calendar',
    good: sharing('fabrikam.com:CalendarSharingFreeBusySimple'),
    bad: sharing('Anonymous:CalendarSharingFreeBusyDetail'),
    says: 'fail',
  },
  {
    check: 'exo.dkim',
    good: configurationOf({ dkimSigningConfig: [{ Identity: 'contoso.com', Enabled: true }] }),
    bad: configurationOf({ dkimSigningConfig: [{ Identity: 'contoso.com', Enabled: false }] }),
    says: 'fail',
  },
];
