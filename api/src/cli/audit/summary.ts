import { cloudLabels } from '@tenantry/contract/clouds';
import { Severity } from '@tenantry/contract/verdicts';
import type { AuditArguments } from './audit-arguments.ts';
import type { AuditFinding, AuditResult } from './audit-result.ts';

const firstShown = 5;
const mostFailingShown = 25;

const counted = (findings: readonly AuditFinding[], of: (finding: AuditFinding) => string, order: readonly string[]) =>
  order
    .map((name) => [name, findings.filter((finding) => of(finding) === name).length] as const)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

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

/** What an audit says of itself in the terminal. */
export function summaryOf(result: AuditResult, paths: readonly string[], asked: AuditArguments): string {
  const { tenant, outcome, findings, baseline } = result;
  const open = findings.filter(({ standing }) => standing !== 'accepted');
  const bySeverity = counted(open, ({ verdict }) => verdict.severity, Severity.options);
  const byStanding = counted(findings, ({ standing }) => standing, ['new', 'known', 'accepted']);
  const { percent, evaluated, applicable, notOffered } = outcome.coverage;
  // What makes it fail is listed below.
  const shown = failingFindings(result, asked.failOn).length > 0 ? 0 : firstShown;
  const lines = [
    `${tenant.name} (${tenant.domain})${tenant.isSimulated ? ', simulated' : ''}`,
    `Score ${outcome.score ?? 'unknown'}, ${outcome.status ?? 'not judged'}; ${percent}% checked (${evaluated} of ${applicable} checks)`,
    ...(notOffered === undefined
      ? []
      : [
          `Not offered in ${cloudLabels[result.cloud]}: the data of ${notOffered} more ${notOffered === 1 ? 'check' : 'checks'}`,
        ]),
    open.length === 0 ? 'No open findings' : `Findings: ${bySeverity}`,
    ...(baseline === null
      ? []
      : [`Against ${baseline.file}: ${byStanding || 'none'}, ${baseline.resolved.length} resolved`]),
    ...open.slice(0, shown).map(({ verdict, title }) => `  ${verdict.severity}: ${title} [${verdict.checkId}]`),
    ...(open.length > shown && shown > 0 ? [`  and ${open.length - shown} more`] : []),
    ...whyItFails(result, asked),
    'Written:',
    ...paths.map((path) => `  ${path}`),
  ];
  return `${lines.join('\n')}\n`;
}
