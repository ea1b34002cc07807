import type { JsonObject } from '../../facts/json-reader.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const sharepoint = (more: JsonObject): JsonObject => ({
  sharepointSettings: { sharingCapability: 'externalUserSharingOnly', ...more },
});
const restrictedTo = (mode: string, more: JsonObject = {}): JsonObject =>
  sharepoint({ sharingDomainRestrictionMode: mode, ...more });
const sync = (
  isUnmanagedSyncAppForTenantRestricted: boolean | null,
  allowedDomainGuidsForSyncApp?: unknown[],
): JsonObject => ({
  sharepointSettings: {
    isUnmanagedSyncAppForTenantRestricted,
    ...(allowedDomainGuidsForSyncApp === undefined ? {} : { allowedDomainGuidsForSyncApp }),
  },
});
const idleSpo = (idleSessionSignOut: JsonObject): JsonObject => ({ sharepointSettings: { idleSessionSignOut } });

verdictTable('spo.sharing', [
  {
    when: 'it is off',
    snapshot: sharepoint({ sharingCapability: 'disabled' }),
    says: 'pass',
    message: 'only people in the organization',
    evidence: ['sharepointSettings: sharingCapability = disabled'],
  },
  {
    when: 'existing guests',
    snapshot: sharepoint({ sharingCapability: 'existingExternalUserSharingOnly' }),
    says: 'pass',
    message: 'existing guests',
    evidence: ['sharepointSettings: sharingCapability = existingexternalusersharingonly'],
  },
  {
    when: 'it is not reported',
    snapshot: { sharepointSettings: {} },
    says: 'couldNotCheck',
    message: 'response … external sharing',
    evidence: ['sharepointSettings: sharingCapability = not reported'],
  },
]);

verdictTable('spo.sharing.existing', [
  {
    when: 'it is off',
    snapshot: sharepoint({ sharingCapability: 'disabled' }),
    says: 'pass',
    message: 'only people in the organization',
    evidence: ['sharepointSettings: sharingCapability = disabled'],
  },
  {
    when: 'anyone',
    snapshot: sharepoint({ sharingCapability: 'externalUserAndGuestSharing' }),
    says: 'fail',
    message: 'anyone who has a link',
    evidence: ['sharepointSettings: sharingCapability = externaluserandguestsharing'],
  },
]);

verdictTable('spo.domains', [
  {
    when: 'sharing is off',
    snapshot: sharepoint({ sharingCapability: 'disabled' }),
    says: 'pass',
    message: 'off … no domain list',
    evidence: [
      'sharepointSettings: sharingCapability = disabled, sharingDomainRestrictionMode = not reported, 0 allowed and 0 blocked domains',
    ],
  },
  {
    when: 'sharing is not reported',
    snapshot: {
      sharepointSettings: { sharingDomainRestrictionMode: 'allowList', sharingAllowedDomainList: ['a.example'] },
    },
    says: 'couldNotCheck',
    message: 'setting for domains of external sharing',
    evidence: [
      'sharepointSettings: sharingCapability = not reported, sharingDomainRestrictionMode = allowlist, 1 allowed and 0 blocked domains',
    ],
  },
  {
    when: 'a block-list of one',
    snapshot: restrictedTo('blockList', { sharingBlockedDomainList: ['a.example'] }),
    says: 'warning',
    message: 'except 1 blocked domain',
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = blocklist, 0 allowed and 1 blocked domain',
    ],
  },
  {
    when: 'a mode that nobody knows',
    snapshot: restrictedTo('newList', { sharingBlockedDomainList: ['a.example'] }),
    says: 'couldNotCheck',
    message: 'setting for domains of external sharing',
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = newlist, 0 allowed and 1 blocked domain',
    ],
  },
]);

verdictTable('spo.domains.managed', [
  {
    when: 'the mode is not reported',
    snapshot: sharepoint({}),
    says: 'couldNotCheck',
    message: 'setting for domains of external sharing',
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = not reported, 0 allowed and 0 blocked domains',
    ],
  },
  {
    when: 'no list',
    snapshot: restrictedTo('none'),
    says: 'fail',
    message: 'any domain',
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = none, 0 allowed and 0 blocked domains',
    ],
  },
  {
    when: 'an allow-list of two',
    snapshot: restrictedTo('allowList', { sharingAllowedDomainList: ['a.example', 'b.example'] }),
    says: 'pass',
    message: 'on an allowlist',
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = allowlist, 2 allowed and 0 blocked domains',
    ],
  },
  {
    when: 'an allow-list of none',
    snapshot: restrictedTo('allowList', { sharingAllowedDomainList: [] }),
    says: 'warning',
    message: 'list is empty',
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = allowlist, 0 allowed and 0 blocked domains',
    ],
  },
  {
    when: 'an allow-list of another form',
    snapshot: restrictedTo('allowList', { sharingAllowedDomainList: [5] }),
    says: 'couldNotCheck',
    message: 'listed domains',
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = allowlist, 0 allowed and 0 blocked domains',
    ],
  },
  {
    when: 'a block-list of one',
    snapshot: restrictedTo('blockList', { sharingBlockedDomainList: ['a.example'] }),
    says: 'pass',
    message: 'except 1 blocked domain',
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = blocklist, 0 allowed and 1 blocked domain',
    ],
  },
  {
    when: 'a block-list of none',
    snapshot: restrictedTo('blockList', { sharingBlockedDomainList: [] }),
    says: 'fail',
    message: 'any domain',
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = blocklist, 0 allowed and 0 blocked domains',
    ],
  },
]);

verdictTable('spo.reshare', [
  {
    when: 'sharing is off',
    snapshot: sharepoint({ sharingCapability: 'disabled', isResharingByExternalUsersEnabled: true }),
    says: 'pass',
    message: 'sharing is off',
    evidence: ['sharepointSettings: isResharingByExternalUsersEnabled = true, sharingCapability = disabled'],
  },
  {
    when: 'it is not reported',
    snapshot: sharepoint({}),
    says: 'couldNotCheck',
    message: 'response … sharing by guests',
    evidence: [
      'sharepointSettings: isResharingByExternalUsersEnabled = not reported, sharingCapability = externalusersharingonly',
    ],
  },
]);

verdictTable('spo.legacy', [
  {
    when: 'it is not reported',
    snapshot: sharepoint({}),
    says: 'couldNotCheck',
    message: 'response … isLegacyAuthProtocolsEnabled',
    evidence: ['sharepointSettings: isLegacyAuthProtocolsEnabled = not reported'],
  },
]);

verdictTable('spo.sync', [
  {
    when: 'restricted to no domain',
    snapshot: sync(true, []),
    says: 'warning',
    message: 'restricted … no domain is set',
    evidence: ['sharepointSettings: isUnmanagedSyncAppForTenantRestricted = true, 0 allowed domains'],
  },
  {
    when: 'restricted, the domains have another form',
    snapshot: sync(true, [5]),
    says: 'couldNotCheck',
    message: 'response … domains for sync',
    evidence: ['sharepointSettings: isUnmanagedSyncAppForTenantRestricted = true, 0 allowed domains'],
  },
  {
    when: 'not restricted, with domains',
    snapshot: sync(false, ['g']),
    says: 'fail',
    message: 'any computer',
    evidence: ['sharepointSettings: isUnmanagedSyncAppForTenantRestricted = false, 1 allowed domain'],
  },
  {
    when: 'nothing told, no domain',
    snapshot: sync(null, []),
    says: 'fail',
    message: 'any computer',
    evidence: ['sharepointSettings: isUnmanagedSyncAppForTenantRestricted = not reported, 0 allowed domains'],
  },
  {
    when: 'nothing told, a domain',
    snapshot: sync(null, ['g']),
    says: 'pass',
    message: 'specific domains',
    evidence: ['sharepointSettings: isUnmanagedSyncAppForTenantRestricted = not reported, 1 allowed domain'],
  },
  {
    when: 'nothing told at all',
    snapshot: sync(null),
    says: 'couldNotCheck',
    message: 'response … setting for sync',
    evidence: ['sharepointSettings: isUnmanagedSyncAppForTenantRestricted = not reported, 0 allowed domains'],
  },
]);

verdictTable('spo.idle', [
  {
    when: 'it is not reported',
    snapshot: idleSpo({}),
    says: 'couldNotCheck',
    message: 'does not say whether idle',
    evidence: ['sharepointSettings: idleSessionSignOut: isEnabled = not reported, after unknown s'],
  },
  {
    when: 'it is off',
    snapshot: idleSpo({ isEnabled: false }),
    says: 'fail',
    message: 'never end',
    evidence: ['sharepointSettings: idleSessionSignOut: isEnabled = false, after unknown s'],
  },
  {
    when: 'the time is not reported',
    snapshot: idleSpo({ isEnabled: true }),
    says: 'couldNotCheck',
    message: 'does not say when',
    evidence: ['sharepointSettings: idleSessionSignOut: isEnabled = true, after unknown s'],
  },
  {
    when: 'after an hour',
    snapshot: idleSpo({ isEnabled: true, signOutAfterInSeconds: 3600 }),
    says: 'pass',
    message: 'end within an hour',
    evidence: ['sharepointSettings: idleSessionSignOut: isEnabled = true, after 3600 s'],
  },
  {
    when: 'after more than an hour',
    snapshot: idleSpo({ isEnabled: true, signOutAfterInSeconds: 3601 }),
    says: 'warning',
    message: 'longer than an hour',
    evidence: ['sharepointSettings: idleSessionSignOut: isEnabled = true, after 3601 s'],
  },
]);
