import type { Alignment, AlignmentState, BaselineStanding } from '@tenantry/contract/alignment';
import { countOf, formatDate } from '../lib/format.ts';

export const alignmentStateLabels: Readonly<Record<AlignmentState, string>> = {
  deviating: 'Deviating',
  notKnown: 'Not known',
  aligned: 'Aligned',
};

/** The figure of an alignment, as it is told everywhere. */
export const percentText = ({ percent }: Pick<Alignment, 'percent'>): string =>
  percent === null ? 'Not known' : `${percent}%`;

/** What stands beside the figure: what deviates, what is not known, and what is excepted until when. */
export function alignmentText({ deviating, notKnown, excepted, exceptedUntil }: Alignment): string {
  const parts = [
    deviating > 0 && `${countOf(deviating, 'check')} deviating`,
    notKnown > 0 && `${notKnown} not known`,
    excepted > 0 && `${excepted} excepted${exceptedUntil === null ? '' : `, first until ${formatDate(exceptedUntil)}`}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'All required checks pass' : parts.join(' · ');
}

/** `Essentials: 72%, 9 checks deviating`, of several baselines the worst; '' where there is none. */
export function standingText([worst, ...others]: readonly BaselineStanding[]): string {
  if (worst === undefined) return '';
  const more = others.length === 0 ? '' : `, and ${countOf(others.length, 'more baseline')}`;
  return `${worst.baselineName}: ${percentText(worst)}, ${alignmentText(worst).toLowerCase()}${more}`;
}
