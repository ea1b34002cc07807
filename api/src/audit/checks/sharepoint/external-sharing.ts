import { booleanAt, enumAt, type JsonObject, numberAt, textsAt } from '../../facts/json-reader.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import { publicMailDomains } from '../../microsoft/public-mail-providers.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { withData } from '../shared/missing-data.ts';

const base = { category: 'external-sharing' } as const;
const sharingPage = 'SharePoint admin center > Policies > Sharing';

const sharingLabels: ReadonlyMap<string, string> = new Map([
  ['disabled', 'only people in the organization'],
  ['existingexternalusersharingonly', 'existing guests'],
  ['externalusersharingonly', 'new and existing guests'],
  ['externaluserandguestsharing', 'anyone with a link'],
]);

type Sharing = { capability: string | null; label: string; observed: string };

const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');

function sharingOf(settings: JsonObject): Sharing {
  const capability = enumAt(settings, 'sharingCapability');
  return {
    capability,
    label: sharingLabels.get(capability ?? '') ?? 'not reported',
    observed: `sharingCapability = ${capability ?? 'not reported'}`,
  };
}

const known = (sharing: Sharing): boolean => sharingLabels.has(sharing.capability ?? '');
const untold = (what: string, observed: string): CheckVerdict =>
  verdict('couldNotCheck', `Microsoft's response does not contain the setting for ${what}.`, [
    evidenceFrom('sharepointSettings', observed),
  ]);

/** @param allowed capabilities that pass, in lower case; the others but "anyone" give a warning, "anyone" fails */
function sharingLevel(settings: JsonObject, allowed: readonly string[]): CheckVerdict {
  const sharing = sharingOf(settings);
  const evidence = [evidenceFrom('sharepointSettings', sharing.observed)];
  if (!known(sharing)) return untold('external sharing', sharing.observed);
  if (allowed.includes(sharing.capability ?? ''))
    return verdict('pass', `Content can be shared with ${sharing.label}.`, evidence);
  if (sharing.capability === 'externaluserandguestsharing')
    return verdict('fail', 'Content can be shared with anyone who has a link, without signing in.', evidence);
  return verdict('warning', `Content can be shared with ${sharing.label}.`, evidence);
}

/** @param listed also a list of blocked domains will do, and a list has to name domains (CIS 7.2.6) */
function sharingDomains(settings: JsonObject, listed: boolean): CheckVerdict {
  const sharing = sharingOf(settings);
  const mode = enumAt(settings, 'sharingDomainRestrictionMode');
  const listedIn = (key: string): number => textsAt(settings, key).filter((domain) => domain.trim() !== '').length;
  const allowed = listedIn('sharingAllowedDomainList');
  const blocked = listedIn('sharingBlockedDomainList');
  const observed = `${sharing.observed}, sharingDomainRestrictionMode = ${mode ?? 'not reported'}, ${allowed} allowed and ${countOf(blocked, 'blocked domain')}`;
  const evidence = [evidenceFrom('sharepointSettings', observed)];
  if (sharing.capability === 'disabled')
    return verdict('pass', 'External sharing is off, so no domain list is needed.', evidence);
  if (!known(sharing) || mode === null) return untold('domains of external sharing', observed);
  const list = mode === 'allowlist' ? settings.sharingAllowedDomainList : settings.sharingBlockedDomainList;
  if (mode !== 'none' && listed && !isTextList(list)) return untold('the listed domains of external sharing', observed);
  const open = mode === 'allowlist' ? publicMailDomains(textsAt(settings, 'sharingAllowedDomainList')) : [];
  if (open.length > 0)
    return {
      ...verdict(
        'fail',
        `The allowlist lets in everybody: whoever wants an address at ${named(open, 4)} has one.`,
        evidence,
      ),
      recommendation: `${sharingPage} > More external sharing settings: take ${named(open, 10)} off the allowlist, and invite the people from there one by one as guests.`,
    };
  if (mode === 'allowlist' && (allowed > 0 || !listed))
    return verdict('pass', 'Content can be shared only with domains on an allowlist.', evidence);
  if (mode === 'blocklist' && blocked > 0)
    return verdict(
      listed ? 'pass' : 'warning',
      `Content can be shared with every domain except ${countOf(blocked, 'blocked domain')}.`,
      evidence,
    );
  if (mode === 'allowlist')
    return verdict('warning', 'Sharing is limited to an allowlist, but the list is empty.', evidence);
  if (mode !== 'none' && mode !== 'blocklist') return untold('domains of external sharing', observed);
  return verdict('fail', 'Content can be shared with any domain.', evidence);
}

function flag(key: string, wanted: boolean, good: string, bad: string): Check['evaluate'] {
  return withData(['sharepointSettings'], ([settings]) => {
    const value = booleanAt(settings, key);
    const observed = `${key} = ${value ?? 'not reported'}`;
    if (value === null) return untold(key, observed);
    return value === wanted
      ? verdict('pass', good, [evidenceFrom('sharepointSettings', observed)])
      : verdict('fail', bad, [evidenceFrom('sharepointSettings', observed)]);
  });
}

function reshare(settings: JsonObject): CheckVerdict {
  const sharing = sharingOf(settings);
  const value = booleanAt(settings, 'isResharingByExternalUsersEnabled');
  const observed = `isResharingByExternalUsersEnabled = ${value ?? 'not reported'}, ${sharing.observed}`;
  const evidence = [evidenceFrom('sharepointSettings', observed)];
  if (sharing.capability === 'disabled') return verdict('pass', 'External sharing is off.', evidence);
  if (value === null) return untold('sharing by guests', observed);
  return value
    ? verdict('fail', 'Guests can share content that they do not own.', evidence)
    : verdict('pass', 'Guests cannot share content that they do not own.', evidence);
}

function syncRestricted(settings: JsonObject): CheckVerdict {
  const restricted = booleanAt(settings, 'isUnmanagedSyncAppForTenantRestricted');
  const domains = textsAt(settings, 'allowedDomainGuidsForSyncApp').length;
  const evidence = [
    evidenceFrom(
      'sharepointSettings',
      `isUnmanagedSyncAppForTenantRestricted = ${restricted ?? 'not reported'}, ${countOf(domains, 'allowed domain')}`,
    ),
  ];
  if (restricted === false || (restricted === null && 'allowedDomainGuidsForSyncApp' in settings && domains === 0)) {
    return verdict('fail', 'Files can be synced to any computer, including personal ones.', evidence);
  }
  if (restricted === true && !isTextList(settings.allowedDomainGuidsForSyncApp))
    return verdict('couldNotCheck', "Microsoft's response does not contain the domains for sync.", evidence);
  if (domains > 0)
    return verdict('pass', 'Files can be synced only to computers joined to specific domains.', evidence);
  if (restricted === null)
    return verdict('couldNotCheck', "Microsoft's response does not contain the setting for sync.", evidence);
  return verdict('warning', 'Sync is restricted, but no domain is set.', evidence);
}

function idle(settings: JsonObject): CheckVerdict {
  const enabled = booleanAt(settings, 'idleSessionSignOut', 'isEnabled');
  const limit = numberAt(settings, 'idleSessionSignOut', 'signOutAfterInSeconds');
  const evidence = [
    evidenceFrom(
      'sharepointSettings',
      `idleSessionSignOut: isEnabled = ${enabled ?? 'not reported'}, after ${limit ?? 'unknown'} s`,
    ),
  ];
  if (enabled === null)
    return verdict('couldNotCheck', "Microsoft's response does not say whether idle sessions end.", evidence);
  if (!enabled) return verdict('fail', 'Idle web sessions of SharePoint and OneDrive never end.', evidence);
  if (limit === null || limit <= 0)
    return verdict('couldNotCheck', "Microsoft's response does not say when idle sessions end.", evidence);
  if (limit > 3600) return verdict('warning', 'Idle web sessions last longer than an hour.', evidence);
  return verdict('pass', 'Idle web sessions end within an hour.', evidence);
}

export const externalSharingChecks: readonly Check[] = [
  {
    ...base,
    id: 'spo.sharing',
    title: 'No anonymous sharing in SharePoint and OneDrive',
    findingTitle: 'SharePoint and OneDrive allow sharing with anyone who has a link',
    severity: 'high',
    endangers: 'data',
    frameworks: {
      cis: ['7.2.3'],
      prowler: ['sharepoint_external_sharing_restricted'],
      nist: ['PR.DS-01'],
      iso: ['A.5.14', 'A.8.3', 'A.8.12'],
    },
    datasets: ['sharepointSettings'],
    recommendation: `${sharingPage}: set external sharing to "New and existing guests" or less.`,
    impact: 'Anyone with a forwarded, posted or guessed link can open company files, and nobody can tell who did.',
    evaluate: withData(['sharepointSettings'], ([settings]) =>
      sharingLevel(settings, ['disabled', 'existingexternalusersharingonly', 'externalusersharingonly']),
    ),
  },
  {
    ...base,
    id: 'spo.sharing.existing',
    title: 'Sharing is limited to existing guests',
    findingTitle: 'SharePoint sharing is not limited to existing guests',
    severity: 'medium',
    endangers: 'data',
    frameworks: { scuba: ['MS.SHAREPOINT.1.1v1'] },
    datasets: ['sharepointSettings'],
    recommendation: `${sharingPage}: set external sharing to "Existing guests" or "Only people in your organization".`,
    impact: 'Any employee can share files with people nobody has vetted.',
    evaluate: withData(['sharepointSettings'], ([settings]) =>
      sharingLevel(settings, ['disabled', 'existingexternalusersharingonly']),
    ),
  },
  {
    ...base,
    id: 'spo.domains',
    title: 'Sharing is limited to an allowlist of domains',
    findingTitle: 'External sharing is not limited to an allowlist of domains',
    severity: 'medium',
    endangers: 'data',
    frameworks: { scuba: ['MS.SHAREPOINT.1.3v1'] },
    datasets: ['sharepointSettings'],
    recommendation: `${sharingPage} > More external sharing settings: limit external sharing by domain and allow only partner domains.`,
    impact: 'Files can be shared with personal mailboxes and any company in the world, by mistake or on purpose.',
    evaluate: withData(['sharepointSettings'], ([settings]) => sharingDomains(settings, false)),
  },
  {
    ...base,
    id: 'spo.domains.managed',
    title: 'Sharing is managed by a list of domains',
    findingTitle: 'External sharing is not governed by a list of named domains',
    severity: 'low',
    endangers: 'data',
    frameworks: { cis: ['7.2.6'], prowler: ['sharepoint_external_sharing_managed'] },
    datasets: ['sharepointSettings'],
    recommendation: `${sharingPage} > More external sharing settings: limit external sharing by domain and fill the list.`,
    impact: 'Files can be shared with personal mailboxes and any company in the world, by mistake or on purpose.',
    evaluate: withData(['sharepointSettings'], ([settings]) => sharingDomains(settings, true)),
  },
  {
    ...base,
    id: 'spo.reshare',
    title: 'Guests cannot share what they do not own',
    findingTitle: 'Guests can share content they do not own',
    severity: 'medium',
    endangers: 'data',
    frameworks: { cis: ['7.2.5'], prowler: ['sharepoint_guest_sharing_restricted'], iso: ['A.8.3'] },
    datasets: ['sharepointSettings'],
    recommendation: `${sharingPage} > More external sharing settings: clear "Allow guests to share items they don't own".`,
    impact: 'A guest can pass files on to people the company has not approved.',
    evaluate: withData(['sharepointSettings'], ([settings]) => reshare(settings)),
  },
  {
    ...base,
    id: 'spo.legacy',
    title: 'SharePoint requires modern authentication',
    findingTitle: 'SharePoint accepts legacy authentication',
    severity: 'high',
    endangers: 'data',
    frameworks: { cis: ['7.2.1'], prowler: ['sharepoint_modern_authentication_required'], iso: ['A.8.5'] },
    datasets: ['sharepointSettings'],
    recommendation:
      "SharePoint admin center > Policies > Access control > Apps that don't use modern authentication: block access.",
    impact: 'Older clients sign in with a password alone: a stolen one opens files without MFA.',
    evaluate: flag(
      'isLegacyAuthProtocolsEnabled',
      false,
      'SharePoint accepts only modern authentication.',
      'SharePoint accepts apps that use legacy authentication.',
    ),
  },
  {
    ...base,
    id: 'spo.sync',
    title: 'Files are synced to managed computers only',
    findingTitle: 'File sync is not limited to computers of named domains',
    severity: 'low',
    endangers: 'data',
    frameworks: {
      prowler: ['sharepoint_onedrive_sync_restricted_unmanaged_devices'],
      nist: ['PR.DS-01'],
      iso: ['A.8.1', 'A.8.12'],
    },
    datasets: ['sharepointSettings'],
    recommendation:
      'SharePoint admin center > Settings > OneDrive Sync: allow syncing only on computers joined to specific domains and enter their GUIDs.',
    impact: 'Company files stay on personal computers after the employee leaves, and ransomware there spreads back.',
    evaluate: withData(['sharepointSettings'], ([settings]) => syncRestricted(settings)),
  },
  {
    ...base,
    id: 'spo.idle',
    title: 'Idle web sessions end',
    findingTitle: 'Idle SharePoint and OneDrive web sessions last more than an hour',
    severity: 'low',
    endangers: 'data',
    frameworks: {},
    datasets: ['sharepointSettings'],
    recommendation:
      'SharePoint admin center > Policies > Access control > Idle session sign-out: sign users out after an hour or less.',
    impact: 'Files stay open in the browser of shared and unattended computers, where the next person can read them.',
    evaluate: withData(['sharepointSettings'], ([settings]) => idle(settings)),
  },
];
