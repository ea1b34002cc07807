import type { ChangeAuthors, SettingChange } from '@tenantry/contract/drift';
import { datasets } from '../../facts/datasets.ts';
import type { DirectoryAuditEntry, DirectoryAuditFacts } from '../../facts/directory-audit-facts.ts';
import type { DatasetResult } from '../../facts/facts.ts';
import { type ConfigurationSetting, configurationSettings } from '../../facts/tenant-configuration.ts';
import { settingsDrift } from './settings-drift.ts';
import {
  type DatasetSnapshot,
  datasetSnapshot,
  type SettingsDataset,
  type SettingsSnapshot,
  settingsDatasets,
} from './settings-snapshot.ts';

/** What a scan read of the directory audit log: null where it had no reason to look. */
export type AuditReading = { scanAt: string; audits: DatasetResult<DirectoryAuditFacts> | null };
export type Window = { from: string; to: string };

/** How the entries on a kind of setting are told, after Microsoft's audit log activity reference. */
type Rule = { target: true } | { activity: RegExp } | { role: true } | { elsewhere: string };

const intuneLog: Rule = {
  elsewhere: 'Changes to Intune settings are logged in Microsoft Intune, not in the directory audit log.',
};
const purviewLog: Rule = {
  elsewhere: 'Changes to these settings are logged in Microsoft Purview, not in the directory audit log.',
};
const configurationRules = Object.fromEntries(configurationSettings.map((name) => [name, purviewLog])) as Record<
  ConfigurationSetting,
  Rule
>;

const rules: Record<SettingsDataset, Rule> = {
  conditionalAccessPolicies: { target: true },
  namedLocations: { target: true },
  activityBasedTimeoutPolicies: { target: true },
  domains: { target: true },
  webStoragePrincipals: { target: true },
  onPremisesSynchronization: { activity: /dirsync|directory feature/i },
  accessReviews: { target: true },
  authorizationPolicies: { activity: /authorization policy/i },
  securityDefaults: { activity: /security defaults/i },
  authenticationMethodsPolicy: { activity: /authentication methods policy/i },
  adminConsentRequestPolicy: { activity: /admin consent/i },
  crossTenantAccessPolicy: { activity: /cross-tenant access (default )?setting/i },
  deviceRegistrationPolicy: { activity: /device registration polic/i },
  defaultAppManagementPolicy: { activity: /app management/i },
  groupSettings: { activity: /(group|company) settings/i },
  branding: { activity: /branding/i },
  roles: { role: true },
  roleRules: { activity: /role (setting|management policy)/i },
  sharepointSettings: {
    elsewhere: 'Changes to SharePoint settings are logged in Microsoft Purview, not in the directory audit log.',
  },
  deviceManagementSettings: intuneLog,
  deviceEnrollmentConfigurations: intuneLog,
  deviceCompliancePolicies: intuneLog,
  ...configurationRules,
  dns: {
    elsewhere: 'DNS records are changed at the DNS host, which the directory audit log does not cover.',
  },
};

const maxEntries = 5;
const keptDays = 7;
const dayMs = 86_400_000;
const isSame = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

/** The principal is a target, and no other role is named. The object's id: form/group/role/principal. */
function isOnHolding(change: SettingChange, { targets, roles }: DirectoryAuditEntry): boolean {
  const [, group = '', role = '', principal = ''] = change.objectId.split('/');
  const name = change.objectName.slice(change.objectName.lastIndexOf(': ') + 2);
  const isNamed = (id: string) => targets.some((target) => isSame(target.id, id));
  const isRole = roles.some((one) => isSame(one, role) || isSame(one, name));
  return (isNamed(principal) || (group !== 'direct' && isNamed(group))) && (roles.length === 0 || isRole);
}

function concerns(change: SettingChange, entry: DirectoryAuditEntry): boolean {
  const rule = rules[change.dataset as SettingsDataset];
  if ('elsewhere' in rule) return false;
  if ('role' in rule) return isOnHolding(change, entry);
  if ('activity' in rule) {
    return [entry.activity, ...entry.targets.map(({ name }) => name ?? '')].some((text) => rule.activity.test(text));
  }
  // An entry without the object's id is told by its name; with another id it is another object of the same name.
  return entry.targets.some(({ id, name }) =>
    id === null || id === ''
      ? isSame(name, change.objectName)
      : isSame(id, change.objectId) || isSame(name, change.objectId),
  );
}

const moreThanRead = 'The directory audit log held more entries than are read: others may be about this, too.';

/** Whether what was read of the log is all that it held. */
const isWhole = (readings: readonly AuditReading[]): boolean =>
  readings.every(({ audits }) => audits?.state !== 'ok' || audits.value.complete);

function whyUnknown(readings: readonly AuditReading[]): string {
  for (const { audits } of readings) {
    if (audits?.state === 'failed') {
      const { permission } = datasets.directoryAudits;
      return audits.reason === 'notPermitted'
        ? `The directory audit log may not be read: the application needs ${permission}.`
        : `The directory audit log could not be read (${audits.status} ${audits.code}).`;
    }
  }
  if (readings.length === 0) return 'The audit log entries of these scans are no longer kept.';
  const read = readings.flatMap(({ audits }) => (audits?.state === 'ok' ? [audits.value] : []));
  if (read.length === 0) return 'The directory audit log was not read between these scans.';
  if (read.some(({ complete }) => !complete)) {
    return 'The directory audit log held more entries than are read; none of those read is about this.';
  }
  // Without Entra ID P1 Microsoft keeps the log for seven days; whether the organization has it is not looked at here.
  const reachesFar = readings.some(
    ({ scanAt, audits }) =>
      audits?.state === 'ok' && Date.parse(scanAt) - Date.parse(audits.value.since) > keptDays * dayMs,
  );
  return reachesFar
    ? 'The directory audit log has no entry for this. Microsoft keeps entries for 30 days, without Entra ID P1 for 7: an older one may be gone.'
    : 'The directory audit log has no entry for this between the two scans.';
}

/** So many entries, the newest first, and of everybody who is named at least one: who is left out would not be among the suspects. */
function toldOf(newestFirst: readonly DirectoryAuditEntry[]): DirectoryAuditEntry[] {
  const authors = newestFirst.map(({ by }) => JSON.stringify(by && [by.kind, by.name]));
  const firsts = newestFirst.filter((_, place) => authors.indexOf(authors[place] ?? '') === place);
  const chosen = [...new Set([...firsts, ...newestFirst])].slice(0, maxEntries);
  return newestFirst.filter((entry) => chosen.includes(entry));
}

/**
 * Who changed a setting, by the directory audit log: the entries on its object between the scans, newest first. Several
 * entries mean that several people changed the object; which of them changed this very property is not told. Pure.
 * @param readings what the later scan, and those between, read of the log
 * @param window from the start of the earlier scan to the end of the later one
 */
export function whoChanged(change: SettingChange, readings: readonly AuditReading[], window: Window): ChangeAuthors {
  const rule = rules[change.dataset as SettingsDataset];
  if ('elsewhere' in rule) return { entries: [], unknownBecause: rule.elsewhere };
  const entries = readings
    .flatMap(({ audits }) => (audits?.state === 'ok' ? audits.value.entries : []))
    .filter((entry) => entry.at >= window.from && entry.at <= window.to && concerns(change, entry));
  const newestFirst = entries.toSorted((a, b) => b.at.localeCompare(a.at));
  const seen = new Set<string>();
  const distinct = newestFirst.filter((entry) => {
    const key = JSON.stringify([entry.at, entry.activity, entry.by]);
    return !seen.has(key) && seen.add(key);
  });
  if (distinct.length === 0) return { entries: [], unknownBecause: whyUnknown(readings) };
  const told = toldOf(distinct).map(({ at, activity, by }) => ({
    at,
    activity,
    by: by === null ? null : { kind: by.kind, name: by.name },
  }));
  return { entries: told, unknownBecause: isWhole(readings) ? null : moreThanRead };
}

const gapsOf = (snapshot: DatasetSnapshot): { prefix: string; reason: 'notLicensed' | 'notAvailable' | 'other' }[] =>
  snapshot.state === 'failed' ? [{ prefix: '', reason: snapshot.reason }] : snapshot.unread;

/** Whether one of two scans could not see something, and a license that was missing both times is not why. */
function hasOpenGap(before: DatasetSnapshot, after: DatasetSnapshot): boolean {
  const [old, young] = [gapsOf(before), gapsOf(after)];
  const isUnlicensed = (gaps: typeof old, prefix: string) =>
    gaps.some((gap) => gap.prefix === prefix && gap.reason === 'notLicensed');
  return [...old, ...young].some(({ prefix }) => !(isUnlicensed(old, prefix) && isUnlicensed(young, prefix)));
}

/**
 * Whether the directory audit log is worth reading: a setting that it covers changed, or may have changed where a scan could not read it. What the
 * organization has no license for, before and after, cannot have.
 */
export function needsAuditLog(before: SettingsSnapshot, after: SettingsSnapshot): boolean {
  const isLogged = (dataset: string) => !('elsewhere' in rules[dataset as SettingsDataset]);
  return (
    settingsDatasets.some(
      (dataset) => isLogged(dataset) && hasOpenGap(datasetSnapshot(before, dataset), datasetSnapshot(after, dataset)),
    ) || settingsDrift(before, after).changes.some(({ dataset }) => isLogged(dataset))
  );
}
