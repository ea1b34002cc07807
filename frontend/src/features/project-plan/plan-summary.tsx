import { ProgressBar, Text } from '@fluentui/react-components';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { MoneyRegular } from '@fluentui/react-icons/svg/money';
import { TaskListSquareLtrRegular } from '@fluentui/react-icons/svg/task-list-square-ltr';
import { TimerRegular } from '@fluentui/react-icons/svg/timer';
import type { ProjectPlan } from '@tenantry/contract/project-plan';
import { useId } from 'react';
import { countOf, formatDollars, formatNumber } from '../../lib/format.ts';
import { Stack } from '../../ui/stack.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { useMoneyLabel } from './use-money-label.ts';

/** Size, price and progress of the plan. */
export function PlanSummary({ plan }: { plan: ProjectPlan }) {
  const { totalItems, estimatedHours, completed, completedHours, withoutEstimate, revenue } = plan;
  const moneyLabel = useMoneyLabel();
  const unknown = withoutEstimate === 0 ? '' : `Without ${countOf(withoutEstimate, 'task')} that nobody estimated`;
  return (
    <>
      <StatGrid label="Project plan figures">
        <StatCard label="Total Tasks" icon={<TaskListSquareLtrRegular />} value={formatNumber(totalItems)} />
        <StatCard
          label="Estimated Hours"
          icon={<TimerRegular />}
          value={formatNumber(estimatedHours)}
          hint={unknown || undefined}
        />
        <StatCard label="Completed" icon={<CheckmarkCircleRegular />} value={formatNumber(completed)} />
        <StatCard
          label={moneyLabel}
          icon={<MoneyRegular />}
          value={formatDollars(revenue)}
          hint={plan.pricesAreDefault ? 'By the default price list' : undefined}
        />
      </StatGrid>
      <Progress
        share={totalItems === 0 ? 0 : completed / totalItems}
        text={`${formatNumber(completed)} of ${countOf(totalItems, 'task')} completed · ${formatNumber(completedHours)} of ${countOf(estimatedHours, 'hour')}`}
      />
    </>
  );
}

function Progress({ share, text }: { share: number; text: string }) {
  const id = useId();
  return (
    <Stack gap="S">
      <Text id={id}>{text}</Text>
      <ProgressBar value={share} thickness="large" color="success" aria-labelledby={id} />
    </Stack>
  );
}
