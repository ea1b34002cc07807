import { type Finding, maxFindingsAtOnce } from '@tenantry/contract/findings';
import { useMemo, useState } from 'react';
import { useHasRole } from '../../lib/session.ts';

export type SelectedFinding = Pick<Finding, 'id' | 'tenantId' | 'title' | 'status'>;

export type FindingSelectionState = {
  /** By id, in the order in which they were selected. */
  selected: ReadonlyMap<string, SelectedFinding>;
  /** Nothing more can be selected: a call takes so many. */
  isFull: boolean;
  toggle: (finding: SelectedFinding) => void;
  /** Selects all of these, or as many as fit; takes them away where all of them are selected. */
  toggleAll: (findings: readonly SelectedFinding[]) => void;
  /** Leaves those alone selected that are named. */
  keep: (findingIds: readonly string[]) => void;
  clear: () => void;
};

/** Nothing can be done with several accepted risks at once, so they are not selected. */
export const isSelectable = ({ status }: Pick<Finding, 'status'>) => status !== 'accepted';

const none: ReadonlyMap<string, SelectedFinding> = new Map();

/**
 * The findings that are selected, whatever page or filter is shown; null for viewers, who change nothing. The page begins anew
 * with another tenant, and so does this.
 * @param shown the findings of the list as they are now: one that was selected earlier may have changed
 */
export function useFindingSelection(shown: readonly Finding[]): FindingSelectionState | null {
  const isTechnician = useHasRole('technician');
  const [chosen, set] = useState(none);
  const selected = useMemo(() => asShown(chosen, shown), [chosen, shown]);
  if (!isTechnician) return null;
  const without = (ids: ReadonlySet<string>) => new Map([...selected].filter(([id]) => !ids.has(id)));
  const withMore = (more: readonly SelectedFinding[]) => {
    const added = more.filter(({ id }) => !selected.has(id)).map((finding) => [finding.id, finding] as const);
    return new Map([...selected, ...added].slice(0, maxFindingsAtOnce));
  };
  return {
    selected,
    isFull: selected.size >= maxFindingsAtOnce,
    toggle: (finding) => set(selected.has(finding.id) ? without(new Set([finding.id])) : withMore([finding])),
    toggleAll: (findings) => {
      const isWhole = findings.every(({ id }) => selected.has(id));
      set(isWhole ? without(new Set(findings.map(({ id }) => id))) : withMore(findings));
    },
    keep: (ids) => set(new Map([...selected].filter(([id]) => ids.includes(id)))),
    clear: () => set(none),
  };
}

function asShown(chosen: ReadonlyMap<string, SelectedFinding>, shown: readonly Finding[]) {
  if (chosen.size === 0) return none;
  const current = new Map(shown.map((finding) => [finding.id, finding]));
  const fresh = [...chosen].map(([id, finding]) => [id, current.get(id) ?? finding] as const);
  return new Map(fresh.filter(([, finding]) => isSelectable(finding)));
}
