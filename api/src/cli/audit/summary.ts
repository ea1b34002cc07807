import { cloudLabels } from '@tenantry/contract/clouds';
import type { Incident } from '@tenantry/contract/incidents';
import { Severity } from '@tenantry/contract/verdicts';
import { scoreToTell } from '../../audit/findings/score.ts';
import { mergedByLicense } from '../../domain/finding/license-finding.ts';
import { isOpen } from '../../domain/finding/open-findings.ts';
import { incidentsOf, leadingIncidents } from '../../domain/incidents/incidents.ts';
import type { AuditArguments } from './audit-arguments.ts';
import type { AuditFinding, AuditResult } from './audit-result.ts';
import { recordsOf } from './formats/records-of-audit.ts';
import { countedChecks, openFigures } from './open-findings.ts';

const firstShown = 5;
const mostFailingShown = 25;

const listed = (counts: readonly (readonly [string, number])[]): string =>
  counts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

const standings = ['new', 'known', 'accepted'] as const;

/** Those that make a pipeline fail: at or above the severity, and new. */
function failingFindings({ findings }: AuditResult, failOn: Severity | null): AuditFinding[] {
  if (failOn === null) return [];
  const least = Severity.options.indexOf(failOn);
  return findings.filter(
    ({ standing, verdict }) => standing === 'new' && Severity.options.indexOf(verdict.severity) <= least,
  );
}

export type ExitCode = 0 | 1 | 3;

/** What the process ends with: a new finding is certain, whatever could not be checked. */
export function exitCodeOf(result: AuditResult, { failOn, minCoverage }: AuditArguments): ExitCode {
  if (failingFindings(result, failOn).length > 0) return 1;
  return minCoverage !== null && result.outcome.coverage.percent < minCoverage ? 3 : 0;
}

function whyItFails(result: AuditResult, { failOn, minCoverage }: AuditArguments): string[] {
  const failing = failingFindings(result, failOn);
  const { percent } = result.outcome.coverage;
  const isLow = minCoverage !== null && percent < minCoverage;
  return [
    ...(failing.length === 0
      ? []
      : [
          `${failing.length} new ${failing.length === 1 ? 'finding' : 'findings'} of severity ${failOn} or above (--fail-on ${failOn}):`,
          ...failing
            .slice(0, mostFailingShown)
            .map(({ verdict, title, because }) =>
              [`  ${verdict.severity}: ${title} [${verdict.checkId}]`, because].filter(Boolean).join('. '),
            ),
          ...(failing.length > mostFailingShown ? [`  and ${failing.length - mostFailingShown} more`] : []),
        ]),
    ...(isLow ? [`Coverage is ${percent}%, below --min-coverage ${minCoverage}.`] : []),
  ];
}

/** Of the checks that were not made, those that no scan will make as things stand. */
function notChecked({ outcome: { coverage }, cloud }: AuditResult): string[] {
  const { notSetUp = 0, notOffered = 0 } = coverage;
  const checks = (count: number) => `${count} ${count === 1 ? 'check' : 'checks'}`;
  return [
    ...(notSetUp === 0
      ? []
      : [`Not checked until tenant configuration is set up (docs/own-tenant.md): ${checks(notSetUp)}`]),
    ...(notOffered === 0 ? [] : [`Not offered in ${cloudLabels[cloud]}: the data of ${checks(notOffered)}`]),
  ];
}

/** What may be an attack under way stands before every finding. */
const incidentLine = ({ title, url }: Incident): string =>
  `Possible attack: ${title}${url === null ? '' : ` (${url})`}`;

/** What an audit says of itself in the terminal. */
export function summaryOf(result: AuditResult, paths: readonly string[], asked: AuditArguments): string {
  const { tenant, outcome, findings, baseline } = result;
  const figures = openFigures(result);
  const open = mergedByLicense(recordsOf(result).filter(isOpen));
  const bySeverity = listed(Severity.options.map((severity) => [severity, figures.bySeverity[severity]] as const));
  const counted = countedChecks(result);
  const ofStanding = (standing: (typeof standings)[number]) =>
    findings.filter((one) => one.standing === standing && counted.has(one.verdict.checkId)).length;
  const byStanding = listed(standings.map((standing) => [standing, ofStanding(standing)] as const));
  const { coverage } = outcome;
  // What makes it fail is listed below.
  const shown = failingFindings(result, asked.failOn).length > 0 ? 0 : firstShown;
  const lines = [
    `${tenant.name} (${tenant.domain})${tenant.isSimulated ? ', simulated' : ''}`,
    `Score ${scoreToTell(outcome.score, coverage) ?? 'unknown'}, ${outcome.status ?? 'not judged'}; ${coverage.percent}% checked (${coverage.evaluated} of ${coverage.applicable} checks)`,
    ...notChecked(result),
    ...leadingIncidents(incidentsOf(result.facts)).map(incidentLine),
    figures.open === 0 ? 'No open findings' : `Findings: ${figures.open} open (${bySeverity})`,
    ...(baseline === null
      ? []
      : [`Against ${baseline.file}: ${byStanding || 'none'}, ${baseline.resolved.length} resolved`]),
    ...open.slice(0, shown).map(({ severity, title, checkId }) => `  ${severity}: ${title} [${checkId}]`),
    ...(open.length > shown && shown > 0 ? [`  and ${open.length - shown} more`] : []),
    ...whyItFails(result, asked),
    'Written:',
    ...paths.map((path) => `  ${path}`),
  ];
  return `${lines.join('\n')}\n`;
}
