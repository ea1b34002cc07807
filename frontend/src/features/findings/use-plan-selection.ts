import { useState } from 'react';
import { useHasRole } from '../../lib/session.ts';

export type PlanSelection = { ids: ReadonlySet<string>; toggle: (findingId: string) => void };

/** As many as one call takes (contract, project-plan). */
const maxChosen = 200;

/**
 * Which findings were chosen for the project plan of an organization; null for viewers, and in a list over several
 * organizations, each of which has a plan of its own.
 */
export function usePlanSelection(tenantId: string | null): { selection: PlanSelection; clear: () => void } | null {
  const isTechnician = useHasRole('technician');
  const [chosen, setChosen] = useState<{ tenantId: string | null; ids: ReadonlySet<string> }>({
    tenantId,
    ids: new Set(),
  });
  if (tenantId === null || !isTechnician) return null;
  const ids = chosen.tenantId === tenantId ? chosen.ids : new Set<string>();
  const toggle = (findingId: string) => {
    const next = new Set(ids);
    if (!next.delete(findingId) && next.size < maxChosen) next.add(findingId);
    setChosen({ tenantId, ids: next });
  };
  return { selection: { ids, toggle }, clear: () => setChosen({ tenantId, ids: new Set() }) };
}
