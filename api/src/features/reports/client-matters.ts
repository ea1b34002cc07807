import { severityLabels } from '@tenantry/contract/labels';
import type { Content } from 'pdfmake/interfaces';
import { remedyOfCheck } from '../../audit/findings/remedies/remedies.ts';
import { type SummaryDetail, summaryHeading } from './client-parts.ts';
import { type ClientWords, clientWords } from './client-words.ts';
import { count } from './report-format.ts';
import type { ReportFinding, ReportModel } from './report-model.ts';
import { contentWidth, severityColors, sideBar } from './report-styles.ts';

/** Findings that one piece of work closes, the most severe first. */
type Matter = { words: ClientWords; findings: [ReportFinding, ...ReportFinding[]] };

const severityOrder = Object.keys(severityColors);
const bySeverity = (one: ReportFinding, other: ReportFinding) =>
  severityOrder.indexOf(one.severity) - severityOrder.indexOf(other.severity);

/** What is closed by no setting but by a license. */
const licenseWords: ClientWords = {
  topic: 'Some protection needs a license that you do not have',
  risk: 'Sign-ins cannot be held to rules, so that one stolen password opens more than it has to.',
  proposal: 'Decide with us whether the license is worth its price.',
};

function wordsOf({ checkId, covers }: ReportFinding): ClientWords | null {
  if (covers.length > 0) return licenseWords;
  const remedy = remedyOfCheck(checkId);
  return remedy === null ? null : (clientWords[remedy.id] ?? null);
}

/** The findings by what closes them, the most severe first, then the larger. Those that nothing closes any more are left out. */
export function mattersOf(findings: readonly ReportFinding[]): Matter[] {
  const groups = Map.groupBy(findings.toSorted(bySeverity), wordsOf);
  return [...groups]
    .flatMap(([words, [first, ...others]]): Matter[] =>
      words === null || first === undefined ? [] : [{ words, findings: [first, ...others] }],
    )
    .sort(
      (one, other) => bySeverity(one.findings[0], other.findings[0]) || other.findings.length - one.findings.length,
    );
}

/** What matters most, in plain words: what can happen, and what is proposed. */
export function mattersSection({ findings, coverage }: ReportModel, { matters: most }: SummaryDetail): Content[] {
  const heading = summaryHeading('What matters most');
  if (findings.length === 0) {
    const text =
      coverage.evaluated === 0
        ? 'Nothing could be checked, so that nothing is known. This does not mean that all is well.'
        : 'No weakness is open among what could be checked.';
    return [heading, { text }];
  }
  const matters = mattersOf(findings);
  const shown = matters.slice(0, most);
  const left = findings.length - shown.reduce((sum, matter) => sum + matter.findings.length, 0);
  const [first, ...rest] = shown.map(matterCard);
  const more: Content[] =
    left > 0
      ? [
          {
            text: `${count(left, 'further weakness is', 'further weaknesses are')} in the full report.`,
            style: 'small',
          },
        ]
      : [];
  return [{ stack: [heading, ...(first === undefined ? [] : [first])], unbreakable: true }, ...rest, ...more];
}

function matterCard({ words: { topic, risk, proposal }, findings }: Matter): Content {
  const [{ severity }] = findings;
  return {
    table: {
      widths: [contentWidth - 14.5],
      body: [
        [
          {
            stack: [
              { text: topic, style: 'h3', fontSize: 11.5 },
              {
                text: `${severityLabels[severity]} · ${count(findings.length, 'weakness', 'weaknesses')}`,
                style: 'label',
                bold: true,
                color: severityColors[severity],
              },
              { text: [{ text: 'What can happen: ', bold: true }, risk], margin: [0, 3, 0, 0] },
              { text: [{ text: 'What we propose: ', bold: true }, proposal] },
            ],
          },
        ],
      ],
    },
    layout: sideBar(severityColors[severity]),
    unbreakable: true,
    margin: [0, 0, 0, 12],
  };
}
