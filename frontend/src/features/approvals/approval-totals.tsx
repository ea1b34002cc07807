import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { ClockRegular } from '@fluentui/react-icons/svg/clock';
import { DismissCircleRegular } from '@fluentui/react-icons/svg/dismiss-circle';
import type { ApprovalTotals as Totals } from '@tenantry/contract/approvals';
import { Counters } from '../../ui/counters.tsx';

type Props = { totals: Totals | undefined; isLoading: boolean; hasFailed: boolean };

/** How many requests wait and how many are decided, whatever the filters. */
export function ApprovalTotals({ totals, ...state }: Props) {
  const figures = [
    ['Pending Review', totals?.pending, <ClockRegular key="pending" />],
    ['Approved', totals?.approved, <CheckmarkCircleRegular key="approved" />],
    ['Denied', totals?.denied, <DismissCircleRegular key="denied" />],
  ] as const;
  return <Counters label="Approval totals" counted="approvals" figures={figures} {...state} />;
}
