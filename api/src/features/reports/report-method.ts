import type { Content } from 'pdfmake/interfaces';
import { hasScript } from '../../audit/findings/remedies/scripts/remedy-plans.ts';
import { count, dayAndTime } from './report-format.ts';
import type { ReportModel } from './report-model.ts';
import { replacementMark } from './report-text.ts';

/** Which of the work a script can do, by name where there is room; nothing where none of it can. */
function scriptTexts({ remedies, form }: Pick<ReportModel, 'remedies' | 'form'>): [string, string][] {
  const scripted = remedies.filter(({ id, needsLicense }) => needsLicense === null && id !== null && hasScript(id));
  if (scripted.length === 0) return [];
  const which = form === 'short' ? '' : `: ${scripted.map(({ title }) => title).join('; ')}`;
  return [
    [
      'Scripts',
      `For ${count(scripted.length, 'remedy', 'remedies')} of this report there is a PowerShell script, made from the settings of this scan, that shows the change, makes it and takes it back${which}.`,
    ],
  ];
}

/** How score and coverage come about, a heading and a text each. */
export function methodTexts(model: Pick<ReportModel, 'auditedAt' | 'remedies' | 'form'>): [string, string][] {
  return [
    [
      'How the audit works',
      'Settings are read from Microsoft (through Microsoft Graph), and what the internet knows of your mail from public records (DNS). Each check compares them with one recommendation and names what it saw. The audit changes nothing.',
    ],
    [
      'Score',
      'The share of checks that passed, out of 100. A warning counts half, and severe checks count more. Checks without an answer do not count; where too few remain, no score is given ("Not enough data").',
    ],
    [
      'Coverage',
      'How many of the checks that apply gave an answer. Where a license or a permission is missing, or Microsoft did not answer, there is none: it is never counted as passed.',
    ],
    ...scriptTexts(model),
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
    margin: [0, model.form === 'short' ? 14 : 30, 0, 0],
  };
}

/** That some characters are not in the font, where there were such; the end of a paragraph. */
export function typefaceNote(replacedCount: number): string {
  if (replacedCount === 0) return '';
  return ` ${count(replacedCount, 'character', 'characters')} in names or texts ${replacedCount === 1 ? 'is' : 'are'} not in the font of this report and printed as ${replacementMark}.`;
}
