import type { JsonObject } from '../facts/json-reader.ts';
import type { CheckExample } from './check-example.ts';

const dns = (records: JsonObject): JsonObject => ({ domains: ['example.com'], dns: { 'example.com': records } });
const spf = (record: string): JsonObject => dns({ txt: [record] });
const dmarc = (record: string): JsonObject => dns({ dmarc: [record] });
const controls = (names: readonly string[], score: number): JsonObject => ({
  secureScores: [
    {
      createdDateTime: '2026-11-19T00:00:00Z',
      currentScore: 60,
      maxScore: 80,
      controlScores: names.map((controlName) => ({ controlName, score })),
    },
  ],
  secureScoreControlProfiles: names.map((id) => ({ id, title: id, maxScore: 8 })),
});
const control = (name: string, score: number): JsonObject => controls([name], score);
const sharing = (more: JsonObject): JsonObject => ({
  sharepointSettings: { sharingCapability: 'externalUserSharingOnly', ...more },
});
const guestRole = (guestUserRoleId: string): JsonObject => ({ authorizationPolicy: { guestUserRoleId } });
const memberLike = 'a0b1b346-4d3e-4e8b-98f8-753987be4970';
const crossTenant = (accessType: string): JsonObject => ({
  crossTenantAccessPolicy: {
    b2bCollaborationInbound: {
      usersAndGroups: { accessType, targets: [{ target: 'AllUsers', targetType: 'user' }] },
      applications: { accessType, targets: [{ target: 'AllApplications', targetType: 'application' }] },
    },
  },
});
const full =
  'v=DMARC1; p=reject; rua=mailto:reports@dmarc.cyber.dhs.gov,mailto:a@example.com; ruf=mailto:a@example.com';

export const mailAndSharingExamples: readonly CheckExample[] = [
  {
    check: 'score.secure',
    good: control('x', 1),
    bad: { secureScores: [{ createdDateTime: '2026-11-19T00:00:00Z', currentScore: 10, maxScore: 80 }] },
    says: 'fail',
  },
  {
    check: 'dns.spf',
    good: spf('v=spf1 include:spf.protection.outlook.com ~all'),
    bad: spf('v=spf1 +all'),
    says: 'fail',
  },
  {
    check: 'dns.spf.hardfail',
    good: spf('v=spf1 include:spf.protection.outlook.com -all'),
    bad: spf('v=spf1 include:spf.protection.outlook.com ~all'),
    says: 'warning',
  },
  { check: 'dns.dkim', good: dns({ dkim: ['v=DKIM1; k=rsa; p=MIGf'] }), bad: dns({ dkim: [] }), says: 'fail' },
  { check: 'dns.dmarc.published', good: dmarc('v=DMARC1; p=none'), bad: dmarc('v=DMARC1'), says: 'fail' },
  { check: 'dns.dmarc', good: dmarc('v=DMARC1; p=reject'), bad: dmarc('v=DMARC1; p=none; sp=reject;'), says: 'fail' },
  { check: 'dns.dmarc.cisa', good: dmarc(full), bad: dmarc('v=DMARC1; p=reject'), says: 'warning' },
  {
    check: 'dns.dmarc.reports',
    good: dmarc(full),
    bad: dmarc('v=DMARC1; p=reject; rua=mailto:a@example.com'),
    says: 'warning',
  },
  {
    check: 'dns.mx',
    good: dns({ mx: [{ priority: 0, exchange: 'example-com.mail.protection.outlook.com' }] }),
    bad: dns({ mx: [{ priority: 10, exchange: 'mx.other.example' }] }),
    says: 'warning',
  },
  {
    check: 'spo.sharing',
    good: sharing({}),
    bad: sharing({ sharingCapability: 'ExternalUserAndGuestSharing' }),
    says: 'fail',
  },
  {
    check: 'spo.sharing.existing',
    good: sharing({ sharingCapability: 'existingExternalUserSharingOnly' }),
    bad: sharing({}),
    says: 'warning',
  },
  {
    check: 'spo.domains',
    good: sharing({ sharingDomainRestrictionMode: 'allowList', sharingAllowedDomainList: ['example.org'] }),
    bad: sharing({ sharingDomainRestrictionMode: 'none' }),
    says: 'fail',
  },
  {
    check: 'spo.domains.managed',
    good: sharing({ sharingDomainRestrictionMode: 'blockList', sharingBlockedDomainList: ['example.org'] }),
    bad: sharing({ sharingDomainRestrictionMode: 'allowList', sharingAllowedDomainList: [] }),
    says: 'warning',
  },
  {
    check: 'spo.reshare',
    good: sharing({ isResharingByExternalUsersEnabled: false }),
    bad: sharing({ isResharingByExternalUsersEnabled: true }),
    says: 'fail',
  },
  {
    check: 'spo.legacy',
    good: sharing({ isLegacyAuthProtocolsEnabled: false }),
    bad: sharing({ isLegacyAuthProtocolsEnabled: true }),
    says: 'fail',
  },
  {
    check: 'spo.sync',
    good: sharing({ isUnmanagedSyncAppForTenantRestricted: true, allowedDomainGuidsForSyncApp: ['g'] }),
    bad: sharing({ isUnmanagedSyncAppForTenantRestricted: false }),
    says: 'fail',
  },
  {
    check: 'spo.idle',
    good: sharing({ idleSessionSignOut: { isEnabled: true, signOutAfterInSeconds: 1800 } }),
    bad: sharing({ idleSessionSignOut: { isEnabled: false } }),
    says: 'fail',
  },
  {
    check: 'guest.access',
    good: guestRole('10dae51f-b6af-4016-8d66-8c2a99b929b3'),
    bad: guestRole(memberLike),
    says: 'fail',
  },
  {
    check: 'guest.access.limited',
    good: guestRole('10dae51f-b6af-4016-8d66-8c2a99b929b3'),
    bad: guestRole(memberLike),
    says: 'fail',
  },
  {
    check: 'guest.invite',
    good: { authorizationPolicy: { allowInvitesFrom: 'none' } },
    bad: { authorizationPolicy: { allowInvitesFrom: 'everyone' } },
    says: 'fail',
  },
  { check: 'guest.xtap', good: crossTenant('blocked'), bad: crossTenant('allowed'), says: 'warning' },
];
