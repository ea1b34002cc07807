import { categoryLabels, severityLabels, verdictLabels } from '@tenantry/contract/labels';
import { Category, type Verdict } from '@tenantry/contract/verdicts';
import { catalog } from '../../../audit/checks/catalog.ts';
import { referencesOf } from '../../../audit/checks/shared/check.ts';
import type { AuditFile, AuditFinding, AuditResult } from '../audit-result.ts';
import { acceptanceText, affectedLines, evidenceLines } from './plain-texts.ts';
import { xmlElement, xmlText } from './xml-text.ts';

type Outcome = 'passed' | 'failed' | 'skipped';
type TestCase = { outcome: Outcome; xml: string };

const list = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `${heading}:`, ...lines.map((line) => `- ${line}`)];

const standingLine = ({ standing, because }: AuditFinding): string[] =>
  because !== null ? [`New: ${because}`] : standing === 'known' ? ['Known: it is in the baseline.'] : [];

/** What somebody reads who opens a failed test: all of it, since a test report has no other page. */
function failureLines(finding: AuditFinding): string[] {
  const { verdict, title } = finding;
  const affected = affectedLines(verdict);
  const references = catalog.filter(({ id }) => id === verdict.checkId).flatMap(referencesOf);
  return [
    `${severityLabels[verdict.severity]}: ${title}`,
    verdict.message,
    ...standingLine(finding),
    ...list('What was seen', evidenceLines(verdict)),
    ...(affected === null ? [] : list(`Affected: ${affected.total}`, affected.names)),
    ...list('What to do', verdict.recommendation.split('\n')),
    ...list('Frameworks', references),
  ];
}

function bodyOf(verdict: Verdict, finding: AuditFinding | undefined): { outcome: Outcome; content: string[] } {
  if (finding?.acceptance) {
    return {
      outcome: 'skipped',
      content: [xmlElement('skipped', { message: `Risk accepted: ${acceptanceText(finding.acceptance)}` })],
    };
  }
  if (finding) {
    const attributes = { type: verdict.severity, message: `${finding.title}: ${verdict.message}` };
    return { outcome: 'failed', content: [xmlElement('failure', attributes, xmlText(failureLines(finding)))] };
  }
  if (verdict.status === 'pass') return { outcome: 'passed', content: [] };
  const said = `${verdictLabels[verdict.status]}: ${verdict.message}`;
  // An informational check asks for no work: what it says is there to read, and fails no build.
  if (verdict.status === 'fail' || verdict.status === 'warning') {
    return { outcome: 'passed', content: [xmlElement('system-out', {}, xmlText([said, ...evidenceLines(verdict)]))] };
  }
  const message = verdict.recommendation === '' ? said : `${said} ${verdict.recommendation}`;
  return { outcome: 'skipped', content: [xmlElement('skipped', { message })] };
}

function testCase(verdict: Verdict, finding: AuditFinding | undefined): TestCase {
  const { outcome, content } = bodyOf(verdict, finding);
  const name = `${verdict.title} (${verdict.checkId})`;
  return {
    outcome,
    xml: xmlElement('testcase', { classname: `tenantry.${verdict.category}`, name, time: '0' }, content),
  };
}

function countsOf(cases: readonly TestCase[]) {
  const count = (outcome: Outcome) => cases.filter((one) => one.outcome === outcome).length;
  return { tests: cases.length, failures: count('failed'), errors: 0, skipped: count('skipped'), time: '0' };
}

/**
 * Every check as a test: a suite for each category, a failure for each finding, and skipped what has no answer, does not apply
 * or is an accepted risk. Within what Jenkins' schema of JUnit reports knows, which GitLab and Azure Pipelines read too.
 */
export function junitFile({ tenant, takenAt, outcome, findings }: AuditResult): AuditFile {
  const byCheck = new Map(findings.map((finding) => [finding.verdict.checkId, finding]));
  const suites = Category.options.flatMap((category, id) => {
    const verdicts = outcome.verdicts.filter((verdict) => verdict.category === category);
    if (verdicts.length === 0) return [];
    const cases = verdicts.map((verdict) => testCase(verdict, byCheck.get(verdict.checkId)));
    const about = {
      name: categoryLabels[category],
      id,
      package: 'tenantry',
      timestamp: takenAt.slice(0, 19),
      hostname: tenant.domain,
      ...countsOf(cases),
    };
    return [
      {
        cases,
        xml: xmlElement(
          'testsuite',
          about,
          cases.map(({ xml }) => xml),
        ),
      },
    ];
  });
  // The schema of Jenkins has no count of skipped tests for all suites together.
  const { skipped: _, ...counts } = countsOf(suites.flatMap(({ cases }) => cases));
  const name = `Tenantry: ${tenant.name}`;
  const root = xmlElement(
    'testsuites',
    { name, ...counts },
    suites.map(({ xml }) => xml),
  );
  return { name: 'junit.xml', content: `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n` };
}
