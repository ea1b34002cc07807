import { AddCircleRegular } from '@fluentui/react-icons/svg/add-circle';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { DataTrendingRegular } from '@fluentui/react-icons/svg/data-trending';
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle';
import { EyeOffRegular } from '@fluentui/react-icons/svg/eye-off';
import type { RunOutcome } from '@tenantry/contract/scan-outcome';
import { countOf, formatNumber } from '../../lib/format.ts';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { scoreChange } from './score-change.ts';

function scoreHint({ scored, better, worse }: RunOutcome): string {
  if (scored === 0) return 'No tenant had a score before';
  return `${countOf(scored, 'tenant')}: ${formatNumber(better)} better, ${formatNumber(worse)} worse`;
}

/** What the scans of a run found together, against the scans before. */
export function RunFindings({ outcome }: { outcome: RunOutcome }) {
  return (
    <StatGrid label="What the run found">
      <StatCard label="New findings" value={formatNumber(outcome.newFindings)} icon={<AddCircleRegular />} />
      <StatCard label="Resolved" value={formatNumber(outcome.resolvedFindings)} icon={<CheckmarkCircleRegular />} />
      <StatCard label="Critical, open" value={formatNumber(outcome.criticalFindings)} icon={<ErrorCircleRegular />} />
      <StatCard
        label="Average score"
        value={scoreChange(outcome.scoreBefore, outcome.score)}
        icon={<DataTrendingRegular />}
        hint={scoreHint(outcome)}
      />
      <StatCard
        label="Not checked"
        value={formatNumber(outcome.uncheckedChecks)}
        icon={<EyeOffRegular />}
        hint={outcome.uncheckedTenants > 0 ? `Checks in ${countOf(outcome.uncheckedTenants, 'tenant')}` : undefined}
      />
    </StatGrid>
  );
}
