import type { DirectoryAuditEntry } from '../../audit/facts/directory-audit-facts.ts';
import { consentActivities, isConsent } from '../../audit/facts/logged-activities.ts';
import type { NotedChange } from '../../domain/changes/keep-changes.ts';

/** What Microsoft calls the consent itself, beside what it granted. */
const [consent = ''] = consentActivities;
const isItself = ({ activity }: DirectoryAuditEntry): boolean => activity.toLowerCase() === consent.toLowerCase();

/** Entries of one act have one correlation id; one that has none stands by itself. */
const actOf = ({ correlationId, at, activity, targets }: DirectoryAuditEntry): string =>
  JSON.stringify(correlationId ?? [at, activity, targets.map(({ id }) => id)]);

/** What was consented to: the consent's own target; what it granted names the resource first, and the application in a property. */
function applicationsOf(entries: readonly DirectoryAuditEntry[]): string[] {
  const targets = entries.filter(isItself).flatMap((entry) => entry.targets.flatMap(({ name }) => name ?? []));
  const applications = entries.flatMap(({ application }) => application ?? []);
  return [...new Set(targets.length > 0 ? targets : applications)];
}

function consentChange(act: string, entries: readonly DirectoryAuditEntry[]): NotedChange {
  const [first] = entries;
  const itself = entries.find(isItself) ?? first;
  const isUnnamed = entries.every(({ by }) => by === null);
  return {
    // No scan tells of it: it is the same one whatever scan ended between two looks.
    since: 'consent',
    baselineScanId: null,
    change: {
      key: act,
      kind: 'app-consent',
      gravity: 'high',
      title: itself?.activity ?? consent,
      object: applicationsOf(entries).join(', '),
      before: null,
      after: null,
      checkId: null,
    },
    who: {
      entries: entries.map(({ at, activity, by }) => ({ at, activity, by: by && { kind: by.kind, name: by.name } })),
      unknownBecause: isUnnamed ? 'The directory audit log does not name anyone.' : null,
    },
  };
}

/**
 * Consents to applications, one change for each act however many entries it left: scans do not collect what single applications were
 * granted, so that the log alone tells of it. Pure.
 * @param log everything that was read, newest first, since late entries of an act belong to those that were seen before
 * @param fresh those of them that were not seen before
 */
export function consentChanges(
  log: readonly DirectoryAuditEntry[],
  fresh: readonly DirectoryAuditEntry[],
): NotedChange[] {
  const acts = new Set(fresh.filter(isConsent).map(actOf));
  return [...acts].map((act) =>
    consentChange(
      act,
      log.filter((entry) => isConsent(entry) && actOf(entry) === act),
    ),
  );
}
