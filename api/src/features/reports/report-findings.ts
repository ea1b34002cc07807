import { severityLabels } from '@tenantry/contract/labels';
import { Severity } from '@tenantry/contract/verdicts';
import type { Content } from 'pdfmake/interfaces';
import { findingCard, isWholeCard, type NumberedFinding } from './report-finding-card.ts';
import { count } from './report-format.ts';
import type { ReportFinding, ReportModel } from './report-model.ts';
import { severityColors } from './report-styles.ts';

/** All findings, the most severe first. */
export function findingsSection(model: ReportModel): Content[] {
  const heading: Content = { text: 'Findings', style: 'h1', tocItem: true, outline: true };
  if (model.findings.length === 0) {
    return [{ stack: [heading, { text: noFindingsText(model), style: 'lead' }], unbreakable: true }];
  }
  const intro: Content = {
    text: 'The most severe findings come first. Each says what was seen, what it concerns and what to do.',
    style: 'lead',
    margin: [0, 0, 0, 12],
  };
  const groups = Severity.options
    .map((severity) => ({ severity, members: membersOf(model.findings, severity) }))
    .filter(({ members }) => members.length > 0);
  return groups.flatMap(({ severity, members }, index) =>
    severityGroup(severity, members, index === 0 ? [heading, intro] : []),
  );
}

function noFindingsText(model: ReportModel): string {
  const { evaluated, applicable } = model.coverage;
  if (evaluated === 0) {
    return 'No finding is recorded, because no check could be judged. This does not mean that all is well.';
  }
  const verdicts = model.categories.flatMap((category) => category.verdicts);
  const weak = verdicts.filter(({ status }) => status === 'fail' || status === 'warning').length;
  const unanswered = applicable - evaluated;
  return [
    `No finding is recorded. The audit judged ${count(evaluated, 'check', 'checks')}.`,
    weak > 0
      ? `${count(weak, 'check', 'checks')} failed or gave a warning; the sections before this one name them.`
      : '',
    unanswered > 0
      ? `${count(unanswered, 'further check', 'further checks')} gave no answer; see "What could not be checked".`
      : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** The findings of one severity; those of one check stand together, in the order in which the checks first appear. */
function membersOf(findings: ReportFinding[], severity: Severity): NumberedFinding[] {
  const byCheck = new Map<string, NumberedFinding[]>();
  for (const [index, finding] of findings.entries()) {
    if (finding.severity !== severity) continue;
    const sameCheck = byCheck.get(finding.checkId) ?? [];
    const twin = sameCheck.find(
      (earlier) => earlier.sameAdviceAs === null && adviceOf(earlier.finding) === adviceOf(finding),
    );
    sameCheck.push({ finding, index, sameAdviceAs: twin?.index ?? null });
    byCheck.set(finding.checkId, sameCheck);
  }
  return [...byCheck.values()].flat();
}

function adviceOf(finding: ReportFinding): string {
  return JSON.stringify([finding.recommendation, finding.references]);
}

function severityGroup(severity: Severity, members: NumberedFinding[], before: Content[]): Content[] {
  const [first, ...rest] = members;
  if (first === undefined) return [];
  const title = `${severityLabels[severity]} findings (${members.length})`;
  const isWhole = isWholeCard(first.finding);
  const heading: Content = {
    text: title,
    style: 'h2',
    color: severityColors[severity],
    tocItem: true,
    tocMargin: [14, 0, 0, 0],
    outline: true,
    margin: [0, before.length > 0 || !isWhole ? 0 : 8, 0, 8],
  };
  const stack = [...before, heading, findingCard(first)];
  // A card too tall to be kept whole starts a page, so that no heading is left behind.
  const opening: Content = isWhole ? { stack, unbreakable: true } : { stack, pageBreak: 'before' };
  return [opening, ...rest.map(findingCard)];
}
