import { priorityLabels, taskStatusLabels } from '@tenantry/contract/labels';
import type { RecheckResult } from '@tenantry/contract/rechecks';
import type { TaskStatus } from '@tenantry/contract/tasks';
import { cleanText, truncate } from '@tenantry/contract/text';
import type { Priority } from '@tenantry/contract/verdicts';

/** As many findings are named in a ticket. */
const listed = 20;
const maxLine = 300;
const maxTicketText = 6000;

/** Characters that Markdown or HTML take for markup, and what looks like them. */
const lookalikes: Readonly<Record<string, string>> = {
  '[': '［',
  ']': '］',
  '<': '＜',
  '>': '＞',
  '`': 'ˋ',
  '*': '∗',
  '|': '｜',
  '#': '＃',
};

/**
 * Text from a tenant or a person as one line that no ticket system takes for markup or for an address to follow: what begins links,
 * images, HTML and emphasis is written with look-alikes (CommonMark 0.31, 6; GFM, 6.9, autolinks). Systems differ in which of them they
 * render, so that all get the same.
 */
export function plainLine(text: string, maxLength = maxLine): string {
  const line = cleanText(text, maxLength);
  return line
    .replace(/[[\]<>`*|#]/g, (one) => lookalikes[one] ?? one)
    .replaceAll('__', '＿＿')
    .replaceAll('~~', '～～')
    .replaceAll('://', ':／／')
    .replace(/\bwww\./gi, 'www․');
}

const finding = ({ title, gravity, affected }: ToldFinding): string =>
  `- ${plainLine(title)} (${priorityLabels[gravity]}${affected > 0 ? `, ${affected} affected` : ''})`;

export type ToldFinding = { title: string; gravity: Priority; affected: number };

export type TicketFacts = {
  tenantName: string;
  title: string;
  gravity: Priority;
  findings: readonly ToldFinding[];
  /** Why it is asked for, as a sentence of ours; '' where the findings say it. */
  detail: string;
  requestedBy: string;
  isSimulated: boolean;
  /** The page of the task or of the findings. */
  url: string;
  /** The ticket of the same work that was closed before. */
  earlier: string | null;
  reference: string;
};

export const ticketSummary = ({ tenantName, title }: Pick<TicketFacts, 'tenantName' | 'title'>): string =>
  truncate(`${plainLine(title, 120)} - ${plainLine(tenantName, 80)}`, 200, '…');

const failsAgain = 'It fails again.';
const count = (amount: number, one: string) => `${amount} ${one}${amount === 1 ? '' : 's'}`;

/** What a new ticket says: plain text, bounded, with its reference in the last line. */
export function ticketDescription(facts: TicketFacts): string {
  const { findings, detail, earlier, isSimulated } = facts;
  const lines = [
    `Tenant: ${plainLine(facts.tenantName)}${isSimulated ? ' (simulated data)' : ''}`,
    `Work: ${plainLine(facts.title)}`,
    `Severity: ${priorityLabels[facts.gravity]}`,
    ...(detail === '' ? [] : detail.split('\n').map((line) => plainLine(line))),
    ...(earlier === null ? [] : [`${failsAgain} Earlier ticket: ${plainLine(earlier)}`]),
    '',
    ...(findings.length === 0 ? [] : [`${count(findings.length, 'open finding')}:`]),
    ...findings.slice(0, listed).map(finding),
    ...(findings.length > listed ? [`- and ${findings.length - listed} more`] : []),
    '',
    `Requested by: ${plainLine(facts.requestedBy)}`,
    `In Tenantry: ${facts.url}`,
    'Tenantry closes this ticket when a scan or a re-check finds that the checks pass.',
  ];
  return withMarker(lines.join('\n'), facts.reference);
}

/** A text with the marker by which it is found again in its last line, cut before it where it is too long. */
export function withMarker(text: string, marker: string): string {
  const end = `\n[${marker}]`;
  return truncate(text, maxTicketText - end.length, '…') + end;
}

const withoutMarker = (text: string): string => text.slice(0, text.lastIndexOf('\n['));

/** The text of a new ticket with another reference. */
export const withOtherMarker = (text: string, marker: string): string => withMarker(withoutMarker(text), marker);

/** What a new ticket would have said, as a note on the one before, which is open again: without summary, reference and that one's number. */
export const asNote = (text: string): string =>
  withoutMarker(text)
    .split('\n')
    .slice(1)
    .filter((line) => !line.startsWith(failsAgain))
    .join('\n');

export type WorkState = { findingIds: readonly string[]; gravity: Priority; taskStatus: TaskStatus | null };

const statusOf = (status: TaskStatus | null): string => (status === null ? 'no task' : taskStatusLabels[status]);

/** What changed of the work, in lines; null where nothing that a ticket is told of did. */
export function changesText(told: WorkState, now: WorkState, added: readonly ToldFinding[]): string | null {
  const [before, after] = [told.findingIds.length, now.findingIds.length];
  const isSame =
    before === after && now.findingIds.every((id) => told.findingIds.includes(id)) && told.gravity === now.gravity;
  if (isSame && told.taskStatus === now.taskStatus) return null;
  const lines = [
    ...(before === after ? [] : [`Open findings: ${after}, before ${before}.`]),
    ...added.slice(0, listed).map(finding),
    ...(told.gravity === now.gravity
      ? []
      : [`Severity: ${priorityLabels[now.gravity]}, before ${priorityLabels[told.gravity]}.`]),
    ...(told.taskStatus === now.taskStatus
      ? []
      : [`Task: ${statusOf(now.taskStatus)}, before ${statusOf(told.taskStatus)}.`]),
  ];
  return lines.length === 0 ? 'The findings of this work are others than before.' : lines.join('\n');
}

/** What a ticket is closed with: which look found it, and what that saw. */
export function resolutionText(proof: RecheckResult | null, completedBy: string | null): string {
  if (proof === null) {
    return completedBy === null
      ? 'A scan or a re-check found all findings of this work resolved.'
      : `Completed by ${plainLine(completedBy)}. The task has no check, so that nothing was verified.`;
  }
  const checks = proof.checks.length > 0 ? proof.checks : [proof];
  const evidence = checks.flatMap((check) => [
    `- ${'title' in check ? `${plainLine(check.title)}: ` : ''}${plainLine(check.message)}`,
    ...check.evidence.slice(0, 5).map(({ dataset, observed }) => `  ${plainLine(`${dataset}: ${observed}`)}`),
  ]);
  const by = proof.requestedBy === 'scanner' ? 'A scan' : `A re-check asked for by ${plainLine(proof.requestedBy)}`;
  return [`${by} of ${proof.checkedAt} found that the checks pass:`, ...evidence.slice(0, 60)].join('\n');
}
