import type { Attention, SettingChange } from '@tenantry/contract/drift';
import {
  type Incident,
  IncidentSeverity as IncidentSeverities,
  type IncidentSeverity,
  type IncidentSignal,
  type Incidents,
  maxIncidents,
} from '@tenantry/contract/incidents';
import type { CappedList } from '../../audit/facts/account-facts.ts';
import { type Facts, factOf, failureOfDataset } from '../../audit/facts/facts.ts';
import type { RiskFacts } from '../../audit/facts/risk-facts.ts';

/**
 * Which of what Microsoft and our own comparison tell is an incident, and in which order: the one rule of every page and report.
 *
 * What counts:
 * - open alerts of Microsoft Defender of high and medium severity; lower ones are Defender's own business;
 * - risk detections and risky users that Entra ID Protection holds open, of any level;
 * - changes of settings whose attention is critical (audit/findings/drift/attention.ts): a new Global Administrator, a policy that
 *   was switched off, mail that is sent on, consent that users may give.
 *
 * All that names the same account is one incident. It leads, before every setting, where there is an alert or a critical change in
 * it, or where its risk is high or confirmed. A risk that is medium, low or hidden and stands alone leads nothing: administrators
 * without a second factor are worse.
 *
 * The order: what leads; an account of which more than one kind tells; the graver; the later; the name.
 */
export function incidentsOf(facts: Facts, changes: readonly CriticalChange[] = []): Incidents {
  const atRisk = [...riskSeen(facts, 'detection'), ...riskSeen(facts, 'riskyUser')];
  const seen = [...alertsSeen(facts, new Set(atRisk.map(({ account }) => keyOf(account)))), ...atRisk];
  const groups = Map.groupBy(seen, ({ account, signal }, index) =>
    account === null ? `${signal.kind} ${index}` : keyOf(account),
  );
  const incidents = [
    ...[...groups.values()].map((group) =>
      incidentOf(
        group[0]?.account ?? null,
        group.map(({ signal }) => signal),
      ),
    ),
    ...changes.flatMap(changeIncident),
  ].sort(byUrgency);
  return { items: incidents.slice(0, maxIncidents), total: incidents.length, notRead: notRead(facts) };
}

/** The incidents of a scan together with what changed since, in the same order. */
export function withChanges(incidents: Incidents, changes: readonly CriticalChange[]): Incidents {
  const added = changes.flatMap(changeIncident);
  const items = [...incidents.items, ...added].sort(byUrgency).slice(0, maxIncidents);
  return { ...incidents, items, total: incidents.total + added.length };
}

/** Those that stand before every setting. */
export const leadingIncidents = ({ items }: Incidents): Incident[] => items.filter(({ leads }) => leads);

/** A change of a setting as the comparison of two scans tells it; when it was made, where the audit log tells. */
export type CriticalChange = Pick<SettingChange, 'objectName'> & { attention: Attention | null; at?: string | null };

type Seen = { account: string | null; signal: IncidentSignal };
const keyOf = (account: string | null): string => (account ?? '').toLowerCase();

/** Where Microsoft lists what it holds open of an account. */
const riskPages = {
  detection: 'https://entra.microsoft.com/#view/Microsoft_AAD_IAM/SecurityMenuBlade/~/RiskDetections',
  riskyUser: 'https://entra.microsoft.com/#view/Microsoft_AAD_IAM/SecurityMenuBlade/~/RiskyUsers',
} as const;
const datasetOf = { detection: 'riskDetections', riskyUser: 'riskyUsers' } as const;

/** An alert about many accounts is one incident, and part of that of each account which is at risk as well. */
function alertsSeen(facts: Facts, atRisk: ReadonlySet<string>): Seen[] {
  const alerts = factOf(facts, 'alerts');
  if (alerts === undefined) return [];
  const of = (list: CappedList | undefined, severity: IncidentSeverity) =>
    (list?.listed ?? []).flatMap(({ name: title, alert }): Seen[] => {
      const { users, createdAt: at = null, url = null } = alert ?? {};
      const signal: IncidentSignal = { kind: 'alert', severity, title, count: 1, at, url };
      const named = users ?? [];
      const together = named.filter((account) => atRisk.has(keyOf(account)));
      if (together.length > 0) return together.map((account) => ({ account, signal }));
      return [{ account: named.length === 1 ? (named[0] ?? null) : null, signal }];
    });
  return [...of(alerts.open, 'high'), ...of(alerts.medium, 'medium')];
}

/** As the reducer writes it behind the name of an account. */
const ratedName = /^(.*) \((\w+) risk\)$/;

/** One signal for each account, of the gravest that is open. */
function riskSeen(facts: Facts, kind: 'detection' | 'riskyUser'): Seen[] {
  const risk = factOf(facts, datasetOf[kind]);
  if (risk === undefined) return [];
  const rows = risk.listed.listed.map(({ id, name }) => {
    const [, account = name, level = ''] = ratedName.exec(name) ?? [];
    return { account, level: riskLevel(level), isSevere: isSevere(risk, id) };
  });
  return [...Map.groupBy(rows, ({ account }) => keyOf(account)).values()].flatMap((own): Seen[] => {
    const [gravest] = own.toSorted((a, b) => Number(b.isSevere) - Number(a.isSevere) || rank(a.level) - rank(b.level));
    if (gravest === undefined) return [];
    const { account, level, isSevere: severe } = gravest;
    const title = kind === 'detection' ? detectionTitle(own.length, level) : userTitle(level, severe);
    const signal: IncidentSignal = {
      kind,
      severity: severe ? 'high' : level,
      title,
      count: own.length,
      at: null,
      url: riskPages[kind],
    };
    return [{ account, signal }];
  });
}

const isSevere = ({ severe }: RiskFacts, id: string): boolean => severe.listed.some((one) => one.id === id);
const riskLevel = (level: string): IncidentSeverity =>
  level === 'high' || level === 'medium' || level === 'low' ? level : 'unknown';

function detectionTitle(quantity: number, level: IncidentSeverity): string {
  const rated = level === 'unknown' ? 'its level is hidden without Entra ID P2' : `${level} risk`;
  return quantity === 1
    ? `Risk detection (${rated})`
    : `${quantity} risk detections (${rated.replace('its', 'their')})`;
}

function userTitle(level: IncidentSeverity, severe: boolean): string {
  if (severe && level !== 'high') return 'Account confirmed as compromised';
  return level === 'unknown' ? 'Account at risk, level not told' : `Account at ${level} risk`;
}

function changeIncident({ objectName, attention, at = null }: CriticalChange): Incident[] {
  if (attention?.weight !== 'critical') return [];
  const title = objectName === '' ? attention.title : `${attention.title}: ${objectName}`;
  return [incidentOf(null, [{ kind: 'change', severity: 'critical', title, count: 1, at, url: null }])];
}

const rank = (severity: IncidentSeverity): number => IncidentSeverities.options.indexOf(severity);

function incidentOf(account: string | null, signals: readonly IncidentSignal[]): Incident {
  const gravestFirst = signals.toSorted((a, b) => rank(a.severity) - rank(b.severity));
  const severity = gravestFirst[0]?.severity ?? 'unknown';
  const titles = [...new Set(gravestFirst.map(({ title }) => title))].join('; ');
  return {
    severity,
    leads: signals.some(({ kind }) => kind === 'alert' || kind === 'change') || rank(severity) <= rank('high'),
    account,
    title: account === null ? titles : `${account}: ${titles}`,
    url: gravestFirst.find(({ url }) => url !== null)?.url ?? null,
    signals: gravestFirst,
  };
}

const kindsOf = ({ signals }: Incident): number => new Set(signals.map(({ kind }) => kind)).size;
const latest = ({ signals }: Incident): string =>
  signals.reduce((last, { at }) => ((at ?? '') > last ? (at ?? '') : last), '');

function byUrgency(a: Incident, b: Incident): number {
  return (
    Number(b.leads) - Number(a.leads) ||
    Number(kindsOf(b) > 1) - Number(kindsOf(a) > 1) ||
    rank(a.severity) - rank(b.severity) ||
    latest(b).localeCompare(latest(a)) ||
    a.title.localeCompare(b.title)
  );
}

const sources = {
  alerts: 'The list of security alerts',
  riskDetections: 'The list of risk detections',
  riskyUsers: 'The list of accounts at risk',
} as const;

const reasons = {
  notLicensed: 'needs a license that the organization does not have',
  notPermitted: 'could not be read, because a permission is missing',
  couldNotCheck: 'could not be read',
  notAvailable: 'was not asked for',
  notOffered: 'is not offered by the organization’s cloud',
} as const;

/** What was not collected at all is no gap: a snapshot file holds what it holds. */
function notRead(facts: Facts): string[] {
  return (Object.keys(sources) as (keyof typeof sources)[]).flatMap((dataset) => {
    const failure = failureOfDataset(facts[dataset]);
    return failure ? [`${sources[dataset]} ${reasons[failure.reason]}.`] : [];
  });
}
