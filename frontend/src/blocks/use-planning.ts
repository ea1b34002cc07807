import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pendingOf } from './plan-preview.tsx';
import { planPreviewQuery } from './plan-preview-query.ts';
import { useMakePlan } from './use-make-plan.ts';

/** What a plan would hold, whether its pending requests are to be approved, and making it. Nothing is approved unless ticked. */
export function usePlanning(tenantId: string, findingIds?: readonly string[]) {
  const query = useQuery(planPreviewQuery(tenantId, findingIds));
  const [isApproving, onApproving] = useState(false);
  const makePlan = useMakePlan(tenantId);
  const make = () => {
    // Those that stand on the screen, and no others.
    const approve =
      isApproving && query.data ? pendingOf(query.data).flatMap(({ approval }) => approval?.id ?? []) : [];
    return makePlan({ ...(findingIds && { findingIds: [...findingIds] }), ...(approve.length > 0 && { approve }) });
  };
  return { query, isApproving, onApproving, make };
}
