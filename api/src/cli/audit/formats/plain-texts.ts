import { affectedLeftOut, affectedLine, affectedNoun } from '@tenantry/contract/affected-texts';
import { datasetLabel } from '@tenantry/contract/dataset-labels';
import { visibleText } from '@tenantry/contract/text';
import type { Verdict } from '@tenantry/contract/verdicts';
import type { AuditFinding } from '../audit-result.ts';

const evidenceShown = 6;
const affectedShown = 12;

/** The day in UTC: a file is read in any time zone. Microsoft's dates may be none. */
const dayOf = (given: string): string => (Number.isNaN(Date.parse(given)) ? given : given.slice(0, 10));

/** One line in which nothing is hidden: no control characters, no directions, no half characters. */
export const oneLine = (text: string): string => visibleText(text).replace(/\s+/g, ' ').trim();

const more = (quantity: number): string[] => (quantity > 0 ? [`and ${quantity.toLocaleString('en-US')} more`] : []);

/** What was seen, a line each, at most as many as a reader takes in. */
export function evidenceLines({ evidence }: Pick<Verdict, 'evidence'>, shown = evidenceShown): string[] {
  const lines = evidence.slice(0, shown).map((one) => oneLine(`${one.observed} (${datasetLabel(one.dataset)})`));
  return [...lines, ...more(evidence.length - lines.length)];
}

/** Who or what is affected: how many, then each by name, at most as many as a reader takes in. */
export function affectedLines(
  { affected, affectedCount }: Pick<Verdict, 'affected' | 'affectedCount'>,
  shown = affectedShown,
): { total: string; names: string[] } | null {
  const total = Math.max(affectedCount, affected.length);
  if (total === 0) return null;
  const [one, many] = affectedNoun(affected);
  const names = affected
    .slice(0, shown)
    .map((each) => oneLine(affectedLine({ ...each, name: each.name || each.id }, dayOf)));
  return {
    total: `${total.toLocaleString('en-US')} ${total === 1 ? one : many}`,
    names: [...names, ...more(affectedLeftOut(affected, total, names.length))],
  };
}

/** Why a risk was accepted, by whom and until when, as far as that was declared. */
export function acceptanceText({ reason, acceptedBy, until }: NonNullable<AuditFinding['acceptance']>): string {
  const sentences = [
    reason,
    acceptedBy === null ? '' : `Accepted by ${acceptedBy}`,
    until === null ? '' : `Until ${dayOf(until)}`,
  ];
  const ended = sentences.map(oneLine).map((sentence) => (/^$|[.!?]$/.test(sentence) ? sentence : `${sentence}.`));
  return ended.filter((sentence) => sentence !== '').join(' ');
}
