import { ArrowSyncRegular } from '@fluentui/react-icons/svg/arrow-sync';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle';
import { ShieldErrorRegular } from '@fluentui/react-icons/svg/shield-error';
import { ShieldPersonRegular } from '@fluentui/react-icons/svg/shield-person';
import type { FindingTotals } from '@tenantry/contract/findings';
import { findingStatusLabels } from '@tenantry/contract/labels';
import type * as z from 'zod/mini';
import { Counters } from '../../ui/counters.tsx';

type Props = { totals: z.infer<typeof FindingTotals> | undefined; isLoading: boolean; hasFailed: boolean };

/** Findings by status, whatever the filters. */
export function FindingCounters({ totals, ...state }: Props) {
  const figures = [
    [findingStatusLabels.unresolved, totals?.unresolved, <ErrorCircleRegular key="unresolved" />],
    [findingStatusLabels['in-progress'], totals?.inProgress, <ArrowSyncRegular key="progress" />],
    [findingStatusLabels.resolved, totals?.resolved, <CheckmarkCircleRegular key="resolved" />],
    // The specification has four; this one is shown only where there are any.
    ...(totals !== undefined && totals.accepted > 0
      ? [[findingStatusLabels.accepted, totals.accepted, <ShieldPersonRegular key="accepted" />] as const]
      : []),
    ['Total Findings', totals?.total, <ShieldErrorRegular key="total" />],
  ] as const;
  return <Counters label="Finding totals" counted="findings" figures={figures} {...state} />;
}
