import type { ChangeAuthor } from '@tenantry/contract/drift';
import { settingPath } from '@tenantry/contract/setting-path';
import type { Content, TableCell } from 'pdfmake/interfaces';
import { checkTable, type MeasuredRow } from './report-check-table.ts';
import { count, dayAndTime } from './report-format.ts';
import type { ReportModel, ReportSettingChange } from './report-model.ts';
import { contentWidth, estimateLines, severityColors } from './report-styles.ts';

const settingWidth = 170;
const whoWidth = 140;
const changeWidth = contentWidth - settingWidth - whoWidth - 30;
const changesShown = 60;
const authorsShown = 3;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Which settings changed since the earlier audit, from what to what, by whom and when; nothing where nothing was compared. */
export function settingChangesPart({ settings }: ReportModel): Content[] {
  if (settings === null) return [];
  const { changes, total, notCompared } = settings;
  const heading: Content = { text: 'Settings that changed', style: 'h2', margin: [0, 16, 0, 6] };
  const unread: Content[] =
    notCompared.length === 0
      ? []
      : [{ text: `Not compared: ${notCompared.join(' ')}`, style: 'small', margin: [0, 6, 0, 0] }];
  if (changes.length === 0) {
    return [heading, { text: 'No setting that was read both times is another than then.' }, ...unread];
  }
  const shown = changes.slice(0, changesShown);
  const left = total - shown.length;
  return [
    heading,
    checkTable(
      ['Setting', 'Before and after', 'Who and when'],
      [settingWidth, changeWidth, whoWidth],
      shown.map(rowOf),
    ),
    ...(left > 0
      ? [{ text: `and ${count(left, 'more change', 'more changes')}, on the page Changes`, style: 'small' } as Content]
      : []),
    ...unread,
  ];
}

function rowOf(change: ReportSettingChange): MeasuredRow {
  const { label, objectName, path, attention } = change;
  const name = objectName === label ? capitalized(label) : objectName;
  const details = [
    ...(path.length === 0 ? [] : [settingPath(path)]),
    ...(objectName === label ? [] : [capitalized(label)]),
  ];
  const difference = differenceOf(change);
  const who = authorsOf(change);
  const alarm: Content[] =
    attention === null
      ? []
      : [{ text: attention.title, style: 'label', bold: true, color: severityColors[attention.weight] }];
  const cells: TableCell[] = [
    {
      stack: [...alarm, { text: name, bold: true }, ...details.map((text): Content => ({ text, style: 'label' }))],
    },
    { stack: difference.map((text): Content => ({ text })) },
    { stack: who.map((text): Content => ({ text, style: 'small' })) },
  ];
  const linesOf = (texts: readonly string[], width: number) =>
    texts.reduce((sum, text) => sum + estimateLines(text, width, 9.5), 0);
  const lines = Math.max(
    linesOf([...(attention ? [attention.title] : []), name, ...details], settingWidth),
    linesOf(difference, changeWidth),
    linesOf(who, whoWidth),
  );
  return { cells, heightPt: lines * 13 + 12 };
}

function differenceOf({ scope, before, after }: ReportSettingChange): string[] {
  if (scope === 'value') return [`${before ?? 'Not set'} → ${after ?? 'Not set'}`];
  return [...(before === null ? [] : [`Removed: ${before}`]), ...(after === null ? [] : [`Added: ${after}`])];
}

const authorText = ({ at, activity, by }: ChangeAuthor): string =>
  `${by === null ? 'Not named in the log' : by.name}${by?.kind === 'app' ? ' (application)' : ''}, ${dayAndTime(at)}: ${activity}`;

function authorsOf({ who: { entries, unknownBecause } }: ReportSettingChange): string[] {
  if (entries.length === 0) return [unknownBecause ?? 'Not known.'];
  const left = entries.length - authorsShown;
  return [...entries.slice(0, authorsShown).map(authorText), ...(left > 0 ? [`and ${left} more entries`] : [])];
}
