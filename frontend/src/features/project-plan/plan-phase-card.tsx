import { makeStyles, tokens } from '@fluentui/react-components';
import type { PlanItem, PlanPhase } from '@tenantry/contract/project-plan';
import { countOf, formatDollars, formatNumber } from '../../lib/format.ts';
import { PlainList } from '../../ui/plain-list.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { PlanItemCard } from './plan-item-card.tsx';

const useStyles = makeStyles({
  item: {
    paddingTop: tokens.spacingVerticalL,
    paddingBottom: tokens.spacingVerticalL,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
});

type Props = { phase: PlanPhase; items: readonly PlanItem[] };

/** A phase of the plan with its tasks. */
export function PlanPhaseCard({ phase, items }: Props) {
  const styles = useStyles();
  const { title, description, totalItems, completed, estimatedHours, revenue } = phase;
  const figures = [
    `${formatNumber(completed)} of ${countOf(totalItems, 'task')} completed`,
    countOf(estimatedHours, 'hour'),
    formatDollars(revenue),
  ];
  return (
    <SectionCard title={title} subtitle={`${description} · ${figures.join(' · ')}`}>
      <PlainList aria-label={`Tasks of ${title}`}>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <PlanItemCard item={item} />
          </li>
        ))}
      </PlainList>
    </SectionCard>
  );
}
