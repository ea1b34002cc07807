import type { Content } from 'pdfmake/interfaces';
import { count, dayAndTime } from './report-format.ts';
import type { ReportModel } from './report-model.ts';
import { replacementMark } from './report-text.ts';

/** How score and coverage come about, a heading and a text each. */
export function methodTexts(model: Pick<ReportModel, 'auditedAt'>): [string, string][] {
  return [
    [
      'How the audit works',
      'Settings are read through Microsoft Graph, mail records from public DNS. Each check compares them with one recommendation and names its evidence. The audit is read-only.',
    ],
    [
      'Score',
      'A passed check counts 1, a warning ½ and a failed check 0. The score is their mean, weighted by severity, times 100. Checks without an answer do not count; where too few remain, no score is given ("Not enough data").',
    ],
    [
      'Coverage',
      'The share of applicable checks that passed, warned or failed. Missing licenses, missing permissions and failed reads lower it; they never count as passed.',
    ],
    [
      'Limits',
      `The report describes the environment as of ${dayAndTime(model.auditedAt)}. It covers the checks listed; other weaknesses may exist.`,
    ],
  ];
}

/** The same as a part of the PDF. `replacedCount` is the number of characters that could not be printed. */
export function methodSection(model: ReportModel, replacedCount: number): Content {
  const texts = methodTexts(model);
  const paragraphs = texts.map(([heading, text], index): [string, string] => [
    heading,
    index === texts.length - 1 ? text + typefaceNote(replacedCount) : text,
  ]);
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
  return ` ${count(replacedCount, 'character', 'characters')} in names or texts ${replacedCount === 1 ? 'is' : 'are'} not in the font of this report and printed as ${replacementMark}.`;
}
