import { createHash } from 'node:crypto';
import { truncate } from '@tenantry/contract/text';
import { type DatasetName, datasets, type FactValues } from '../../facts/datasets.ts';
import type { DomainDns, TxtAnswer } from '../../facts/domain-dns.ts';
import type { DatasetResult, Facts } from '../../facts/facts.ts';
import { type JsonObject, textAt } from '../../facts/json-reader.ts';
import type { RoleFacts } from '../../facts/role-facts.ts';
import { type ConfigurationSetting, configurationSettings, identityOf } from '../../facts/tenant-configuration.ts';
import { knownNames } from './known-names.ts';

/** The datasets that are settings: what somebody decided, not what users do or Microsoft counts. */
const directorySettings = [
  'conditionalAccessPolicies',
  'namedLocations',
  'securityDefaults',
  'authenticationMethodsPolicy',
  'authorizationPolicies',
  'adminConsentRequestPolicy',
  'crossTenantAccessPolicy',
  'deviceRegistrationPolicy',
  'defaultAppManagementPolicy',
  'activityBasedTimeoutPolicies',
  'groupSettings',
  'sharepointSettings',
  'webStoragePrincipals',
  'onPremisesSynchronization',
  'deviceManagementSettings',
  'deviceEnrollmentConfigurations',
  'deviceCompliancePolicies',
  'roles',
  'roleRules',
  'accessReviews',
  'domains',
  'branding',
  'dns',
] as const satisfies readonly DatasetName[];
export type SettingsDataset = (typeof directorySettings)[number] | ConfigurationSetting;
export const settingsDatasets: readonly SettingsDataset[] = [...directorySettings, ...configurationSettings];

/** JSON without what is empty: Graph sends null, [] and absence for the same thing. */
export type Plain = string | number | boolean | readonly Plain[] | { readonly [key: string]: Plain };

export type SettingObject = { id: string; name: string; value: { readonly [key: string]: Plain } };
/** Objects whose id begins with `prefix` could not be read. */
export type Unread = { prefix: string; reason: 'notLicensed' | 'other'; because: string };
export type DatasetSnapshot =
  | { state: 'ok'; objects: SettingObject[]; unread: Unread[] }
  | { state: 'failed'; reason: 'notLicensed' | 'notAvailable' | 'other'; because: string };

/** The settings of a tenant at one scan, in a form that two scans can be compared in. */
export type SettingsSnapshot = {
  datasets: { readonly [K in SettingsDataset]?: DatasetSnapshot };
  /** What a person calls an id that occurs in the settings. */
  names: Record<string, string>;
};

const maxObjects = 2000;
const maxDatasetCharacters = 2_000_000;
const maxTextLength = 400;
const maxDepth = 16;

/** Change without anybody changing a setting, in lower case. */
export const volatileKeys: ReadonlySet<string> = new Set([
  'createddatetime',
  'modifieddatetime',
  'lastmodifieddatetime',
  'deleteddatetime',
  'lastactiondatetime',
  'etag',
  'version',
  'cdnlist',
]);
/** Never kept, wherever they stand. */
const secretKey = /secret|privatekey|passwordvalue|^password$|^key$|token$/i;
/** Pictures of the sign-in page. The addresses beside them tell when one was exchanged. */
const streamKey = /^(backgroundImage|bannerLogo|squareLogo|squareLogoDark|favicon|headerLogo|customCSS)$/;

const isKept = (key: string, value: unknown): boolean =>
  (key === '@odata.type' || !key.includes('@')) &&
  !volatileKeys.has(key.toLowerCase()) &&
  !(typeof value === 'string' && (secretKey.test(key) || streamKey.test(key)));

/** A text too long to keep is known by its beginning and its hash, so that a change further on still shows. */
function bounded(text: string): string {
  if (text.length <= maxTextLength) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return `${truncate(text, maxTextLength - 60)}… (${text.length} characters, sha256 ${hash})`;
}

/** The value in its plain form; undefined where it is empty. */
function plain(value: unknown, depth = 0): Plain | undefined {
  if (typeof value === 'string') return value === '' ? undefined : bounded(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= maxDepth) return bounded(JSON.stringify(value));
  if (Array.isArray(value)) {
    const items = value.map((item) => plain(item, depth + 1)).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  const entries = Object.entries(value).flatMap(([key, item]): [string, Plain][] => {
    const kept = isKept(key, item) ? plain(item, depth + 1) : undefined;
    return kept === undefined ? [] : [[key, kept]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function plainObject(item: JsonObject): SettingObject['value'] {
  const value = plain(item);
  return typeof value === 'object' && !Array.isArray(value) ? (value as SettingObject['value']) : {};
}

function objectOf(item: JsonObject): SettingObject {
  const { id: _id, displayName: _name, ...rest } = item;
  // What has neither id nor name is told by what it holds, since its place in the list says nothing.
  const id = textAt(item, 'id') ?? textAt(item, 'displayName') ?? bounded(JSON.stringify(plainObject(item)));
  const name = textAt(item, 'displayName') ?? id;
  return { id, name, value: plainObject({ ...rest, displayName: textAt(item, 'displayName') }) };
}

type Shaped = { objects: SettingObject[]; unread?: Unread[] };

const list = (items: readonly JsonObject[]): Shaped => ({
  objects: items.map(objectOf),
});

const single =
  (name: SettingsDataset) =>
  (item: JsonObject): Shaped => ({
    objects: [{ id: name, name: datasets[name].label, value: plainObject({ ...item, id: null }) }],
  });

function roleObjects(facts: RoleFacts): Shaped {
  const objects = facts.holdings.map((holding) => {
    const { roleTemplateId, principalId, viaGroupId, eligible, roleName, name, upn } = holding;
    const form = eligible ? 'eligible' : 'active';
    return {
      id: `${form}/${viaGroupId ?? 'direct'}/${roleTemplateId}/${principalId}`,
      name: `${upn ?? name}: ${roleName}`,
      value: {
        assignment: form,
        holder: holding.agent ?? holding.principalType,
        ...(viaGroupId !== null && { group: viaGroupId }),
      },
    };
  });
  const groups = facts.unresolvedGroups.flatMap(({ id, name }) =>
    ['active', 'eligible'].map((form) => ({
      prefix: `${form}/${id}/`,
      reason: 'other' as const,
      because: `The members of the group ${name}, which holds a role, could not be read.`,
    })),
  );
  return { objects, unread: [...groups, ...eligibilityGap(facts.eligibility)] };
}

/** Of role holders, those who have to activate their role. */
export const eligiblePrefix = 'eligible/';
export const schedulesUnread: Record<Unread['reason'], string> = {
  notLicensed: 'PIM needs Microsoft Entra ID P2, which this organization does not have.',
  other: 'Eligible role assignments could not be read.',
};

function eligibilityGap(eligibility: RoleFacts['eligibility']): Unread[] {
  if (eligibility !== 'notLicensed' && eligibility !== 'refused') return [];
  const reason = eligibility === 'notLicensed' ? 'notLicensed' : 'other';
  return [{ prefix: eligiblePrefix, reason, because: schedulesUnread[reason] }];
}

function dnsObjects(domains: readonly DomainDns[]): Shaped {
  const objects: SettingObject[] = [];
  const unread: Unread[] = [];
  const add = (domain: string, kind: string, answer: TxtAnswer | null, keep: (value: string) => boolean): void => {
    const id = `${domain} ${kind}`;
    if (answer?.status === 'ok') {
      const records = plain(answer.values.filter(keep));
      if (records !== undefined) objects.push({ id, name: id, value: { records } });
    } else if (answer === null || (answer.status !== 'nodata' && answer.status !== 'nxdomain')) {
      unread.push({ prefix: id, reason: 'other', because: `The ${kind} records of ${domain} could not be read.` });
    }
  };
  for (const { domain, txt, dmarc, dkim, mx } of domains) {
    add(domain, 'SPF', txt, (value) => /^v=spf1/i.test(value));
    add(domain, 'DMARC', dmarc, () => true);
    add(domain, 'MX', mx, () => true);
    for (const { selector, answer } of dkim ?? []) add(domain, `DKIM ${selector}`, answer, () => true);
    if (dkim === null)
      unread.push({
        prefix: `${domain} DKIM`,
        reason: 'other',
        because: `The DKIM records of ${domain} were not read.`,
      });
  }
  return { objects, unread };
}

/** What Microsoft's exporter adds to every instance. */
const exported = new Set(['ensure', 'issingleinstance', 'identity']);

/** Instances of one type, told apart by what they are called; what stands once in the organization by its dataset. */
const instances =
  (name: ConfigurationSetting) =>
  (items: readonly JsonObject[]): Shaped => ({
    objects: items.map((item) => {
      const identity = bounded(identityOf(item));
      const kept = Object.entries(item).filter(([key]) => !exported.has(key.toLowerCase()));
      const id = identity === '' ? name : identity;
      return {
        id,
        name: identity === '' ? datasets[name].label : identity,
        value: plainObject(Object.fromEntries(kept)),
      };
    }),
  });

const configurationShapes = Object.fromEntries(configurationSettings.map((name) => [name, instances(name)])) as Record<
  ConfigurationSetting,
  (items: readonly JsonObject[]) => Shaped
>;

const shapes: { [K in SettingsDataset]: (value: FactValues[K]) => Shaped } = {
  conditionalAccessPolicies: list,
  namedLocations: list,
  authorizationPolicies: list,
  activityBasedTimeoutPolicies: list,
  groupSettings: list,
  domains: list,
  webStoragePrincipals: list,
  onPremisesSynchronization: list,
  // Whether an occurrence of a review is under way is no setting.
  accessReviews: (reviews) => list(reviews.map(({ status: _status, instances: _instances, ...rest }) => rest)),
  securityDefaults: single('securityDefaults'),
  authenticationMethodsPolicy: single('authenticationMethodsPolicy'),
  adminConsentRequestPolicy: single('adminConsentRequestPolicy'),
  crossTenantAccessPolicy: single('crossTenantAccessPolicy'),
  deviceRegistrationPolicy: single('deviceRegistrationPolicy'),
  deviceManagementSettings: single('deviceManagementSettings'),
  deviceEnrollmentConfigurations: list,
  deviceCompliancePolicies: list,
  defaultAppManagementPolicy: single('defaultAppManagementPolicy'),
  sharepointSettings: single('sharepointSettings'),
  branding: single('branding'),
  roles: roleObjects,
  roleRules: (roles) => ({
    objects: roles.map(({ roleTemplateId, roleName, rules }) => ({
      id: roleTemplateId,
      name: roleName,
      value: plainObject({ rules }),
    })),
  }),
  dns: dnsObjects,
  ...configurationShapes,
};

const reasons = {
  notLicensed: 'The organization has no license for it',
  notPermitted: 'The application may not read it',
  couldNotCheck: 'Microsoft did not answer',
  notAvailable: 'Tenant configuration does not offer it',
  notOffered: 'The organization’s cloud does not offer it',
} as const;

/** What a tenant's cloud does not offer it goes without, as it does without a feature: nothing is missing. */
const keptReasons = {
  notLicensed: 'notLicensed',
  notPermitted: 'other',
  couldNotCheck: 'other',
  notAvailable: 'notAvailable',
  notOffered: 'notAvailable',
} as const;

/** What a tenant goes without, or gives to people alone where nobody connected it, is not collected, and nothing is missing. */
const isOptional = (name: SettingsDataset): boolean =>
  datasets[name].feature !== undefined || datasets[name].asAccount === true;

function snapshotOf<K extends SettingsDataset>(
  name: K,
  result: DatasetResult<FactValues[K]> | undefined,
): DatasetSnapshot {
  if (result === undefined) {
    const reason = isOptional(name) ? 'notAvailable' : 'other';
    return { state: 'failed', reason, because: 'It was not collected.' };
  }
  if (result.state === 'failed') {
    const because = `${reasons[result.reason]} (${result.status} ${bounded(result.code)}).`;
    return { state: 'failed', reason: keptReasons[result.reason], because };
  }
  const { objects, unread = [] } = shapes[name](result.value);
  if (objects.length > maxObjects) {
    return { state: 'failed', reason: 'other', because: `Too many objects to compare: ${objects.length}.` };
  }
  if (JSON.stringify(objects).length > maxDatasetCharacters) {
    return { state: 'failed', reason: 'other', because: 'Too large to compare.' };
  }
  return { state: 'ok', objects, unread };
}

/**
 * The settings as they were at a scan: without what changes by itself, without secrets, and bounded. A dataset that failed
 * stays one that failed: nothing in it counts as removed. Pure.
 */
export function settingsSnapshot(facts: Facts): SettingsSnapshot {
  const entries = settingsDatasets.map((name) => [name, snapshotOf(name, facts[name] as never)] as const);
  return { datasets: Object.fromEntries(entries) as SettingsSnapshot['datasets'], names: knownNames(facts) };
}

/** One dataset of a snapshot. A scan of an earlier version may not have kept it. */
export function datasetSnapshot({ datasets: kept }: SettingsSnapshot, dataset: SettingsDataset): DatasetSnapshot {
  if (kept[dataset] !== undefined) return kept[dataset];
  const reason = isOptional(dataset) ? 'notAvailable' : 'other';
  return { state: 'failed', reason, because: 'Not kept by the version that scanned.' };
}
