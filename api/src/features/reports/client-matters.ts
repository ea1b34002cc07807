import { severityLabels } from '@tenantry/contract/labels';
import type { Content } from 'pdfmake/interfaces';
import {
  type ClientWords,
  clientWords,
  freeSwitchWords,
  licenseWords,
} from '../../audit/findings/remedies/client-words.ts';
import { type SummaryDetail, summaryHeading } from './client-parts.ts';
import { count } from './report-format.ts';
import type { ReportModel, ReportRemedy } from './report-model.ts';
import { contentWidth, severityColors, sideBar } from './report-styles.ts';

/** A remedy in the words of the client's management. */
type Matter = { words: ClientWords; remedy: ReportRemedy };

/** The words for a remedy; of what the catalog no longer has, none. */
export function wordsOf({ id, needsLicense, isFreeSwitch }: ReportRemedy): ClientWords | null {
  if (isFreeSwitch) return freeSwitchWords;
  if (needsLicense !== null) return licenseWords(needsLicense);
  return id === null ? null : (clientWords[id] ?? null);
}

/** The remedies that have words, in their order: what to do first comes first. */
export const mattersOf = (remedies: readonly ReportRemedy[]): Matter[] =>
  remedies.flatMap((remedy) => {
    const words = wordsOf(remedy);
    return words === null ? [] : [{ words, remedy }];
  });

/** What to do first, in plain words: what can happen, and what is proposed. */
export function mattersSection({ remedies, coverage }: ReportModel, { matters: most }: SummaryDetail): Content[] {
  const heading = summaryHeading('What to do first');
  if (remedies.length === 0) {
    const text =
      coverage.evaluated === 0
        ? 'Nothing could be checked, so that nothing is known. This does not mean that all is well.'
        : 'No weakness is open among what could be checked.';
    return [heading, { text }];
  }
  const [first, ...rest] = mattersOf(remedies).slice(0, most).map(matterCard);
  const left = remedies.length - Math.min(most, remedies.length);
  const more: Content[] =
    left > 0 ? [{ text: `${count(left, 'further step is', 'further steps are')} in the report.`, style: 'small' }] : [];
  return [{ stack: [heading, ...(first === undefined ? [] : [first])], unbreakable: true }, ...rest, ...more];
}

function matterCard({ words: { topic, risk, proposal }, remedy: { severity, checkIds } }: Matter): Content {
  return {
    table: {
      widths: [contentWidth - 14.5],
      body: [
        [
          {
            stack: [
              { text: topic, style: 'h3', fontSize: 11.5 },
              {
                text: `${severityLabels[severity]} · closes ${count(checkIds.length, 'weakness', 'weaknesses')}`,
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
