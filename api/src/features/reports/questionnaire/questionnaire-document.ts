import { clientProgress, leftToClientLabel, questionAnswers } from '@tenantry/contract/questionnaire-labels';
import { auditGoodDays } from '@tenantry/contract/questionnaires';
import type { Content, TableCell } from 'pdfmake/interfaces';
import type { HasGlyph } from '../font-coverage.ts';
import type { PressDocument } from '../press/press.ts';
import { checkTable } from '../report-check-table.ts';
import { type FlowHeights, startsPage } from '../report-flow.ts';
import { dayAndTime, timeZoneText } from '../report-format.ts';
import { answerChip } from '../report-icons.ts';
import { typefaceNote } from '../report-method.ts';
import { documentShell } from '../report-shell.ts';
import { contentWidth, panel, plainGrid, themeOf } from '../report-styles.ts';
import { createTextCleaner } from '../report-text.ts';
import { masthead, notice, simulatedNotice } from '../report-title-page.ts';
import { printableQuestionnaire } from './printable-questionnaire.ts';
import { answerWidth, longExceptions, numberWidth, questionRow, questionWidth } from './question-row.ts';
import type { QuestionnaireModel } from './questionnaire-model.ts';

/** A question set with its answers as a document definition. Pure: the same model gives the same document. */
export function questionnaireDocument(model: QuestionnaireModel, hasGlyph: HasGlyph): PressDocument {
  const cleaner = createTextCleaner(hasGlyph);
  const printable = printableQuestionnaire(model, cleaner);
  const { questionnaire } = printable;
  const flows = flowsOf(printable);
  const all = questionnaire.sections.flatMap(({ questions }) => questions);
  return {
    ...documentShell(
      { ...printable, form: 'short', auditedAt: questionnaire.auditedAt },
      questionnaire.questionnaire.shortName,
      model.generatedAt,
    ),
    pageBreakBefore: ({ id, startPosition }) => {
      const heights = id === undefined ? undefined : flows.get(id);
      return heights !== undefined && startsPage(heights, startPosition.verticalRatio);
    },
    content: [
      ...opening(printable),
      ...questionnaire.sections.flatMap((section, index) => sectionPart(section, index)),
      ...inFull(longExceptions(all)),
      ...notPrinted(cleaner.replacedCount()),
      signature(printable),
    ],
  };
}

function notPrinted(replacedCount: number): Content[] {
  if (replacedCount === 0) return [];
  const text = `${typefaceNote(replacedCount)} The CSV has them.`.trim();
  return [{ text, style: 'label', margin: [0, 8, 0, 0] }];
}

function opening(model: QuestionnaireModel): Content[] {
  const { tenant, branding, timeZone, generatedAt, questionnaire } = model;
  const { questionnaire: set, auditedAt, reason } = questionnaire;
  const audited = auditedAt === null ? 'Never audited' : `Audited ${dayAndTime(auditedAt)}`;
  return [
    { stack: [masthead(model, 44)] },
    { text: set.name, style: 'reportTitle', fontSize: 24 },
    {
      text: tenant.name,
      fontSize: tenant.name.length > 50 ? 13 : 17,
      color: themeOf(branding.color).heading,
      margin: [0, 4, 0, 2],
    },
    {
      text: `${tenant.domain === '' ? '' : `${tenant.domain} · `}${audited} · Times are in ${timeZoneText(timeZone, generatedAt)}.`,
      style: 'small',
      margin: [0, 0, 0, 14],
    },
    ...(tenant.isSimulated ? [simulatedNotice()] : []),
    ...(reason === null ? [] : [notice('Nothing is answered with yes', reason)]),
    countsPanel(model),
    {
      text: `Microsoft 365 answers as Tenantry read its settings. Yes is said of what was read and passed, and of nothing else; “not seen” is never a yes. Data older than ${auditGoodDays} days proves no yes. What Microsoft 365 cannot tell is left to the client, and marked as theirs.`,
      style: 'lead',
      margin: [0, 12, 0, 6],
    },
    { text: `${set.note} Edition: ${set.edition}.`, style: 'small', margin: [0, 0, 0, 4] },
    ...set.sources.map(
      ({ title, url }): Content => ({ text: [`Source: ${title}, `, { text: url, link: url }], style: 'label' }),
    ),
  ];
}

/** As wide as the words under each figure need, with room between them. */
const countWidths = [64, 112, 60, 84, contentWidth - 32 - 320];

function countsPanel({ questionnaire: { questionnaire: set } }: QuestionnaireModel): Content {
  const { counts } = set;
  const figure = (chip: Content, value: number): TableCell => ({
    stack: [{ text: String(value), style: 'figure' }, chip],
  });
  const cells = [
    ...questionAnswers.map((answer) => figure(answerChip(answer), counts[answer])),
    figure(answerChip(null), counts.leftToClient),
  ];
  return {
    table: {
      widths: [contentWidth - 32],
      body: [
        [
          {
            stack: [
              { table: { widths: [...countWidths], body: [cells] }, layout: plainGrid },
              { text: `${leftToClientLabel}: ${clientProgress(counts)}.`, style: 'label', margin: [0, 6, 0, 0] },
            ],
          },
        ],
      ],
    },
    layout: panel,
  };
}

const sectionId = (index: number) => `section-${index}`;
/** Heading and the head of the table. */
const openingPt = 64;

/** What a section needs where it starts: its heading never stands alone at the end of a page. */
function flowsOf({ questionnaire: { sections } }: QuestionnaireModel): ReadonlyMap<string, FlowHeights> {
  return new Map(
    sections.map(({ questions }, index) => {
      // So many rows move to the next page together (checkTable).
      const first = questions.slice(0, questions.length <= 3 ? 3 : 1);
      const needed = first.reduce((sum, question) => sum + questionRow(question).heightPt, openingPt);
      return [sectionId(index), { wholePt: needed, openingPt: needed }];
    }),
  );
}

type Section = QuestionnaireModel['questionnaire']['sections'][number];

function sectionPart({ label, questions }: Section, index: number): Content[] {
  return [
    {
      text: `${index + 1}. ${label}`,
      id: sectionId(index),
      style: 'h2',
      outline: true,
      margin: [0, 18, 0, 4],
    },
    checkTable(['No.', 'Question', 'Answer'], [numberWidth, questionWidth, answerWidth], questions.map(questionRow)),
  ];
}

function inFull(lists: Content[]): Content[] {
  if (lists.length === 0) return [];
  return [{ text: 'Exceptions in full', style: 'h2', outline: true, margin: [0, 20, 0, 6] }, ...lists];
}

/** Who signs answers for it: the person, never the tool. */
function signature({ tenant }: QuestionnaireModel): Content {
  const line = (label: string): TableCell => ({
    stack: [
      {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: contentWidth / 3 - 16, y2: 0, lineWidth: 0.5 }],
        margin: [0, 30, 0, 2],
      },
      { text: label, style: 'label' },
    ],
  });
  return {
    unbreakable: true,
    stack: [
      { text: 'Confirmation', style: 'h2', margin: [0, 22, 0, 4] },
      { text: `Read and confirmed for ${tenant.name}:` },
      {
        table: {
          widths: [contentWidth / 3, contentWidth / 3, contentWidth / 3],
          body: [[line('Name and function'), line('Date'), line('Signature')]],
        },
        layout: plainGrid,
      },
    ],
  };
}
