import type { Content } from 'pdfmake/interfaces';
import { count, dayAndTime } from './report-format.ts';
import type { ReportModel } from './report-model.ts';
import { replacementMark } from './report-text.ts';

/** How score and coverage come about. `replacedCount` is the number of characters that could not be printed. */
export function methodSection(model: ReportModel, replacedCount: number): Content {
  const paragraphs: [string, string][] = [
    [
      'How the audit works',
      'The settings of the Microsoft 365 environment are read through Microsoft Graph, and the mail records of its domains from public DNS. Each check then compares what was read with one recommendation and gives a result together with the evidence for it. The audit reads; it changes nothing.',
    ],
    [
      'Score',
      'A passed check counts 1, a warning ½ and a failed check 0. The score is the mean of these values over all checks that could be judged, weighted by the severity of each check and multiplied by 100. A higher score is better. Checks that gave no answer are left out; where too few remain, no score is given and the report says "Not enough data".',
    ],
    [
      'Coverage',
      'Coverage is the share of applicable checks that could be judged, that is, whose result is pass, warning or fail. A score means more the higher its coverage. Missing licenses, missing permissions and failed reads lower the coverage; they never count as passed.',
    ],
    [
      'Limits',
      `The report describes the environment as it was read on ${dayAndTime(model.auditedAt)}. It covers the checks listed and is no proof that other weaknesses are absent. Dates and times are in UTC.${typefaceNote(replacedCount)}`,
    ],
  ];
  return {
    stack: [
      { text: 'Method', style: 'h1', tocItem: true, outline: true },
      ...paragraphs.flatMap(([heading, text]): Content[] => [
        { text: heading, style: 'h3', margin: [0, 6, 0, 2] },
        { text },
      ]),
    ],
    unbreakable: true,
    margin: [0, 30, 0, 0],
  };
}

function typefaceNote(replacedCount: number): string {
  if (replacedCount === 0) return '';
  return ` ${count(replacedCount, 'character', 'characters')} in names or texts ${replacedCount === 1 ? 'is' : 'are'} not contained in the typeface of this report and printed as ${replacementMark}.`;
}
