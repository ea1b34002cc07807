import {
  accountTexts,
  affectedLeftOut,
  affectedNoun,
  affectedTypeLabel,
  alertTexts,
} from '@tenantry/contract/affected-texts';
import { datasetLabel } from '@tenantry/contract/dataset-labels';
import { categoryLabels } from '@tenantry/contract/labels';
import type { Affected, Evidence } from '@tenantry/contract/verdicts';
import type { Content, TableCell } from 'pdfmake/interfaces';
import { canBeLookedUp, webAddress } from '../../domain/finding/references.ts';
import { entriesReference, freshContents } from './report-entries.ts';
import { count, mediumDay } from './report-format.ts';
import { severityMark } from './report-icons.ts';
import type { ReportFinding } from './report-model.ts';
import { entryAnchor } from './report-outline.ts';
import type { PrintedFinding } from './report-printed-findings.ts';
import { colors, contentWidth, estimateLines, severityColors, sideBar, widthInEm } from './report-styles.ts';

const affectedShown = 12;
const referencesShown = 6;
const referenceFontSize = 8;
const cardWidth = contentWidth - 14.5;
const labelWidth = 84;
const valueWidth = cardWidth - labelWidth - 8;
/** A card up to this height moves to the next page as a whole; a taller one may break between its rows. */
const wholeCardHeightPt = 230;

/** One finding: title, facts, what is wrong, evidence, affected objects and what to do. */
export function findingCard(printed: PrintedFinding, maxWholePt = wholeCardHeightPt): Content {
  const { finding } = printed;
  const isWhole = isWholeCard(printed, maxWholePt);
  const [first = '', ...rest] = sectionsOf(printed).flatMap((section) => sectionRows(section, isWhole));
  // Title and first row stay together; the title is not repeated on the next page, since each thing is said once.
  const head: Content = { stack: [titleRow(printed), first as Content] };
  return {
    table: {
      widths: [cardWidth],
      body: [head, ...rest].map((row): TableCell[] => [row]),
      // A tall card breaks between rows only. Each row is one item of bounded length: pdfmake drops what does not fit when
      // a row that must not break is taller than a page.
      ...(isWhole ? {} : { dontBreakRows: true }),
    },
    layout: sideBar(severityColors[finding.severity]),
    unbreakable: isWhole,
    margin: [0, 0, 0, 14],
  };
}

function titleRow({ finding, number }: PrintedFinding): Content {
  const { category, status, firstSeen, lastSeen } = finding;
  const seen = mediumDay(lastSeen) === mediumDay(firstSeen) ? [] : [`last seen ${mediumDay(lastSeen)}`];
  const facts = [categoryLabels[category], status, `since ${mediumDay(firstSeen)}`, ...seen];
  return {
    stack: [
      { text: [`${number}  `, { text: finding.title }], style: 'h3' },
      {
        columns: [
          { stack: [severityMark(finding.severity)], width: 62 },
          { text: facts.join('  ·  '), style: 'label', width: cardWidth - 62, margin: [0, 0.5, 0, 0] },
        ],
        margin: [0, 2, 0, 0],
      },
    ],
  };
}

const noAdvice: Content[] = [{ text: 'No recommendation is recorded.' }];

type CardSection = { label: string; items: Content[]; anchor?: string };

function sectionsOf(printed: PrintedFinding): CardSection[] {
  const { finding, number, message, impact, evidence, advice } = printed;
  const seen = [
    ...evidence.kept.map((one) => evidenceLine(one, finding)),
    ...entriesReference(evidence),
    ...more(evidence.more),
  ];
  const references = finding.references.filter(canBeLookedUp);
  const sections: CardSection[] = [
    { label: 'What is wrong', items: freshContents(message) },
    { label: 'Findings', items: finding.covers.map(({ title }): Content => ({ text: title })) },
    { label: 'What can happen', items: freshContents(impact) },
    { label: 'What was seen', items: seen },
    { label: 'Affected', items: affectedLines(printed) },
    { label: 'What to do', items: finding.recommendation === '' ? noAdvice : freshContents(advice) },
    { label: 'References', items: referenceLines(references) },
  ];
  return sections
    .filter(({ items }) => items.length > 0)
    .map((section, index) => (index === 0 ? { ...section, anchor: entryAnchor(number) } : section));
}

function sectionRows({ label, items, anchor }: CardSection, isWhole: boolean): TableCell[] {
  const rows = isWhole ? [items] : items.map((item) => [item]);
  return rows.map((stack, row) => ({
    columns: [
      {
        text: row === 0 ? label : '',
        width: labelWidth,
        fontSize: 8.5,
        bold: true,
        color: colors.quiet,
        lineHeight: 1.35,
        ...(row === 0 && anchor !== undefined ? { id: anchor } : {}),
      },
      { stack, width: valueWidth },
    ],
    columnGap: 8,
    margin: [0, row === 0 ? 4 : 0, 0, 0],
  }));
}

function evidenceLine(evidence: Evidence, finding: ReportFinding): Content {
  return {
    text: [{ text: evidence.observed }, { text: sourceNote(evidence, finding), fontSize: 8, color: colors.quiet }],
  };
}

/** Where it was seen, and on what unless the words say it already; an id only where no name is known. */
function sourceNote({ observed, dataset, objectId }: Evidence, finding: ReportFinding): string {
  const parts = [datasetLabel(dataset)];
  // Evidence about one of several objects starts with its name in quotation marks.
  if (objectId !== undefined && !/^"[^"]/.test(observed)) {
    const name = finding.affected.find(({ id }) => id === objectId)?.name || objectId;
    if (!observed.includes(name)) parts.push(name);
  }
  return `  (${parts.join(', ')})`;
}

/** Of what Microsoft gave as a date: a report is made where it is none, too. */
const dayOrText = (given: string) => (Number.isNaN(Date.parse(given)) ? given : mediumDay(given));

/** What is known of it beside its name: of an account role, license, last sign-in and MFA, of an alert users and day. */
function affectedNote(affected: Affected): string {
  const { account, alert } = affected;
  if (alert) {
    const { users, created } = alertTexts(alert, dayOrText);
    return `  (users: ${users}; created: ${created})`;
  }
  if (affected.type === 'people') return '';
  if (!account) return `  (${affectedTypeLabel(affected).toLowerCase()})`;
  const { roles, licenses, lastSignIn, mfa } = accountTexts(account, dayOrText);
  return `  (roles: ${roles}; licenses: ${licenses}; last sign-in: ${lastSignIn}; MFA: ${mfa})`;
}

/** Those who are affected; an account or object of an earlier list of the same is not named again. */
function affectedLines({ finding, affectedAs }: PrintedFinding): Content[] {
  const total = Math.max(finding.affectedCount, finding.affected.length);
  if (total === 0) return [];
  const quantity = count(total, ...affectedNoun(finding.affected));
  if (affectedAs !== null) {
    return [
      { text: `${quantity}, the same as in ${affectedAs}`, bold: true, linkToDestination: entryAnchor(affectedAs) },
    ];
  }
  const shown = finding.affected.slice(0, affectedShown);
  const lines: Content[] = shown.map((one) => ({
    text: [{ text: one.name || one.id }, { text: affectedNote(one), fontSize: 8, color: colors.quiet }],
  }));
  return [{ text: quantity, bold: true }, ...lines, ...more(affectedLeftOut(finding.affected, total, shown.length))];
}

/** Ids stand in one line, addresses in lines of their own. */
function referenceLines(references: string[]): Content[] {
  const shown = references.slice(0, referencesShown);
  const ids = shown.filter((reference) => webAddress(reference) === null);
  const links = shown.flatMap((reference): Content[] => {
    const link = webAddress(reference);
    if (link === null) return [];
    // pdfmake makes a link annotation for each breakable piece of text, which swells the file: break it ourselves.
    return addressLines(reference).map((text) => ({
      text,
      fontSize: referenceFontSize,
      color: colors.brand,
      link,
      noWrap: true,
    }));
  });
  return [
    ...(ids.length > 0
      ? [{ text: ids.join(', '), fontSize: referenceFontSize, margin: [0, 1.5, 0, 0] } as Content]
      : []),
    ...links,
    ...more(references.length - referencesShown),
  ];
}

/** Cuts an address into pieces that fit on one line, after a separator where there is one. */
function addressLines(address: string): string[] {
  const roomInEm = valueWidth / referenceFontSize;
  const lines: string[] = [];
  let line = '';
  let lineInEm = 0;
  for (const character of address) {
    const width = widthInEm(character);
    if (lineInEm + width > roomInEm) {
      const piece = /^(.{20,}[/\-?&=#.])/.exec(line)?.[1] ?? line;
      lines.push(piece);
      line = line.slice(piece.length);
      lineInEm = widthInEm(line);
    }
    line += character;
    lineInEm += width;
  }
  return [...lines, line];
}

function more(quantity: number): Content[] {
  return quantity > 0 ? [{ text: `and ${quantity.toLocaleString('en-US')} more`, color: colors.quiet }] : [];
}

/** Whether the card is kept on one page. */
export function isWholeCard(
  { finding, message, impact, evidence, affectedAs, advice }: PrintedFinding,
  maxPt: number,
): boolean {
  const seen = evidence.kept.map((one) => `${one.observed}${sourceNote(one, finding)}`);
  const affected =
    affectedAs === null
      ? finding.affected.slice(0, affectedShown).map((one) => `${one.name || one.id}${affectedNote(one)}`)
      : [];
  const references = finding.references.filter(canBeLookedUp).slice(0, referencesShown);
  const covered = finding.covers.map(({ title }) => title);
  const texts = [...message.kept, ...covered, ...impact.kept, ...seen, ...affected, ...advice.kept, ...references];
  const lines = texts.reduce((sum, text) => sum + estimateLines(text, valueWidth, 9.5), 0);
  return lines * 14 + 80 + estimateLines(finding.title, cardWidth, 10.5) * 14 <= maxPt;
}
