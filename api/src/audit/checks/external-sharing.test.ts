import type { JsonObject } from '../json-reader.ts';
import { saysExactly } from '../testing/exact-verdicts.ts';

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

saysExactly('spo.sharing', [
  {
    when: 'it is off',
    snapshot: sharepoint({ sharingCapability: 'disabled' }),
    says: 'pass',
    message: 'Content can be shared with only people in the organization.',
    evidence: ['sharepointSettings: sharingCapability = disabled'],
  },
  {
    when: 'existing guests',
    snapshot: sharepoint({ sharingCapability: 'existingExternalUserSharingOnly' }),
    says: 'pass',
    message: 'Content can be shared with existing guests.',
    evidence: ['sharepointSettings: sharingCapability = existingexternalusersharingonly'],
  },
  {
    when: 'it is not told',
    snapshot: { sharepointSettings: {} },
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry the setting for external sharing.",
    evidence: ['sharepointSettings: sharingCapability = not told'],
  },
]);

saysExactly('spo.sharing.existing', [
  {
    when: 'it is off',
    snapshot: sharepoint({ sharingCapability: 'disabled' }),
    says: 'pass',
    message: 'Content can be shared with only people in the organization.',
    evidence: ['sharepointSettings: sharingCapability = disabled'],
  },
  {
    when: 'anyone',
    snapshot: sharepoint({ sharingCapability: 'externalUserAndGuestSharing' }),
    says: 'fail',
    message: 'Content can be shared with anyone who has a link, without signing in.',
    evidence: ['sharepointSettings: sharingCapability = externaluserandguestsharing'],
  },
]);

saysExactly('spo.domains', [
  {
    when: 'sharing is off',
    snapshot: sharepoint({ sharingCapability: 'disabled' }),
    says: 'pass',
    message: 'External sharing is off, so no list of domains is needed.',
    evidence: [
      'sharepointSettings: sharingCapability = disabled, sharingDomainRestrictionMode = not told, 0 allowed and 0 blocked domains',
    ],
  },
  {
    when: 'sharing is not told',
    snapshot: {
      sharepointSettings: { sharingDomainRestrictionMode: 'allowList', sharingAllowedDomainList: ['a.example'] },
    },
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry the setting for domains of external sharing.",
    evidence: [
      'sharepointSettings: sharingCapability = not told, sharingDomainRestrictionMode = allowlist, 1 allowed and 0 blocked domains',
    ],
  },
  {
    when: 'a block-list of one',
    snapshot: restrictedTo('blockList', { sharingBlockedDomainList: ['a.example'] }),
    says: 'warning',
    message: 'Content can be shared with every domain but 1 blocked one.',
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = blocklist, 0 allowed and 1 blocked domains',
    ],
  },
  {
    when: 'a mode that nobody knows',
    snapshot: restrictedTo('newList', { sharingBlockedDomainList: ['a.example'] }),
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry the setting for domains of external sharing.",
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = newlist, 0 allowed and 1 blocked domains',
    ],
  },
]);

saysExactly('spo.domains.managed', [
  {
    when: 'the mode is not told',
    snapshot: sharepoint({}),
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry the setting for domains of external sharing.",
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = not told, 0 allowed and 0 blocked domains',
    ],
  },
  {
    when: 'no list',
    snapshot: restrictedTo('none'),
    says: 'fail',
    message: 'Content can be shared with any domain.',
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = none, 0 allowed and 0 blocked domains',
    ],
  },
  {
    when: 'an allow-list of two',
    snapshot: restrictedTo('allowList', { sharingAllowedDomainList: ['a.example', 'b.example'] }),
    says: 'pass',
    message: 'Content can be shared with domains on an allow-list only.',
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = allowlist, 2 allowed and 0 blocked domains',
    ],
  },
  {
    when: 'an allow-list of none',
    snapshot: restrictedTo('allowList', { sharingAllowedDomainList: [] }),
    says: 'warning',
    message: 'Sharing is limited to an allow-list, but the list names no domain.',
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = allowlist, 0 allowed and 0 blocked domains',
    ],
  },
  {
    when: 'an allow-list of another form',
    snapshot: restrictedTo('allowList', { sharingAllowedDomainList: [5] }),
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry the setting for the listed domains of external sharing.",
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = allowlist, 0 allowed and 0 blocked domains',
    ],
  },
  {
    when: 'a block-list of one',
    snapshot: restrictedTo('blockList', { sharingBlockedDomainList: ['a.example'] }),
    says: 'pass',
    message: 'Content can be shared with every domain but 1 blocked one.',
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = blocklist, 0 allowed and 1 blocked domains',
    ],
  },
  {
    when: 'a block-list of none',
    snapshot: restrictedTo('blockList', { sharingBlockedDomainList: [] }),
    says: 'fail',
    message: 'Content can be shared with any domain.',
    evidence: [
      'sharepointSettings: sharingCapability = externalusersharingonly, sharingDomainRestrictionMode = blocklist, 0 allowed and 0 blocked domains',
    ],
  },
]);

saysExactly('spo.reshare', [
  {
    when: 'sharing is off',
    snapshot: sharepoint({ sharingCapability: 'disabled', isResharingByExternalUsersEnabled: true }),
    says: 'pass',
    message: 'External sharing is off, so guests have nothing to share.',
    evidence: ['sharepointSettings: isResharingByExternalUsersEnabled = true, sharingCapability = disabled'],
  },
  {
    when: 'it is not told',
    snapshot: sharepoint({}),
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry the setting for sharing by guests.",
    evidence: [
      'sharepointSettings: isResharingByExternalUsersEnabled = not told, sharingCapability = externalusersharingonly',
    ],
  },
]);

saysExactly('spo.legacy', [
  {
    when: 'it is not told',
    snapshot: sharepoint({}),
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry the setting for isLegacyAuthProtocolsEnabled.",
    evidence: ['sharepointSettings: isLegacyAuthProtocolsEnabled = not told'],
  },
]);

saysExactly('spo.sync', [
  {
    when: 'restricted to no domain',
    snapshot: sync(true, []),
    says: 'warning',
    message: 'Synchronization is restricted, but no domain is named.',
    evidence: ['sharepointSettings: isUnmanagedSyncAppForTenantRestricted = true, 0 allowed domains'],
  },
  {
    when: 'restricted, the domains have another form',
    snapshot: sync(true, [5]),
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry the domains of synchronization.",
    evidence: ['sharepointSettings: isUnmanagedSyncAppForTenantRestricted = true, 0 allowed domains'],
  },
  {
    when: 'not restricted, with domains',
    snapshot: sync(false, ['g']),
    says: 'fail',
    message: 'Files can be synchronized to any private computer.',
    evidence: ['sharepointSettings: isUnmanagedSyncAppForTenantRestricted = false, 1 allowed domain'],
  },
  {
    when: 'nothing told, no domain',
    snapshot: sync(null, []),
    says: 'fail',
    message: 'Files can be synchronized to any private computer.',
    evidence: ['sharepointSettings: isUnmanagedSyncAppForTenantRestricted = not told, 0 allowed domains'],
  },
  {
    when: 'nothing told, a domain',
    snapshot: sync(null, ['g']),
    says: 'pass',
    message: 'Files can be synchronized to computers of named domains only.',
    evidence: ['sharepointSettings: isUnmanagedSyncAppForTenantRestricted = not told, 1 allowed domain'],
  },
  {
    when: 'nothing told at all',
    snapshot: sync(null),
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry the setting for synchronization.",
    evidence: ['sharepointSettings: isUnmanagedSyncAppForTenantRestricted = not told, 0 allowed domains'],
  },
]);

saysExactly('spo.idle', [
  {
    when: 'it is not told',
    snapshot: idleSpo({}),
    says: 'couldNotCheck',
    message: "Microsoft's answer does not say whether idle sessions end.",
    evidence: ['sharepointSettings: idleSessionSignOut: isEnabled = not told, after unknown s'],
  },
  {
    when: 'it is off',
    snapshot: idleSpo({ isEnabled: false }),
    says: 'fail',
    message: 'Idle web sessions of SharePoint and OneDrive never end.',
    evidence: ['sharepointSettings: idleSessionSignOut: isEnabled = false, after unknown s'],
  },
  {
    when: 'the time is not told',
    snapshot: idleSpo({ isEnabled: true }),
    says: 'couldNotCheck',
    message: "Microsoft's answer does not say after what time idle sessions end.",
    evidence: ['sharepointSettings: idleSessionSignOut: isEnabled = true, after unknown s'],
  },
  {
    when: 'after an hour',
    snapshot: idleSpo({ isEnabled: true, signOutAfterInSeconds: 3600 }),
    says: 'pass',
    message: 'Idle web sessions end within an hour.',
    evidence: ['sharepointSettings: idleSessionSignOut: isEnabled = true, after 3600 s'],
  },
  {
    when: 'after more than an hour',
    snapshot: idleSpo({ isEnabled: true, signOutAfterInSeconds: 3601 }),
    says: 'warning',
    message: 'Idle web sessions end, but later than after an hour.',
    evidence: ['sharepointSettings: idleSessionSignOut: isEnabled = true, after 3601 s'],
  },
]);
