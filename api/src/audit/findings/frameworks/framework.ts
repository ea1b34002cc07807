import type { FrameworkId, FrameworkMapping } from '@tenantry/contract/compliance';
import { catalog } from '../../checks/catalog.ts';
import type { CheckFrameworks } from '../../checks/shared/check.ts';

/** How much of a control its checks speak for. Where they speak for a part only, passing checks support it and no more. */
type ControlCoverage = 'whole' | 'partial';

export type FrameworkControl = {
  /** As the publisher writes it. */
  id: string;
  /** What it asks for, in our own words. */
  title: string;
  /** The publisher's own: a CIS profile, Shall or Should of SCuBA; null where the framework knows none. */
  level: string | null;
  /** The id of its chapter, product or function. */
  group: string;
  /** Ids of the checks that assess it; none where Tenantry does not. */
  checkIds: readonly string[];
  coverage: ControlCoverage;
  /** What its checks do not see of it, or why it has none; null where nobody wrote it down. */
  because: string | null;
};

export type FrameworkGroup = { id: string; label: string };

export type Framework = {
  id: FrameworkId;
  /** In full, with the version. */
  name: string;
  version: string;
  publisher: string;
  /** Where its publisher has it. */
  source: string;
  mapping: FrameworkMapping;
  groups: readonly FrameworkGroup[];
  /** All controls that the publisher lists, assessed or not. */
  controls: readonly FrameworkControl[];
};

/** The id of a control, what it asks for, and its level or profile where the framework has such. */
type ControlRow = readonly [id: string, title: string, level?: string];
/** A chapter with its controls, in the publisher's order. */
export type ControlGroup = FrameworkGroup & { rows: readonly ControlRow[] };

/**
 * The controls with the checks that name them (`frameworks` of a check): which check speaks for which control is written
 * once, at the check.
 * @param isPartial whether the checks of a control speak for a part of it only
 */
export function controlsOf(
  groups: readonly ControlGroup[],
  publisher: keyof CheckFrameworks,
  isPartial: (id: string) => boolean,
): FrameworkControl[] {
  const checks = new Map<string, string[]>();
  for (const { id, frameworks } of catalog) {
    for (const control of frameworks[publisher] ?? []) checks.set(control, [...(checks.get(control) ?? []), id]);
  }
  return groups.flatMap((group) =>
    group.rows.map(([id, title, level]) => ({
      id,
      title,
      level: level ?? null,
      group: group.id,
      checkIds: checks.get(id) ?? [],
      coverage: isPartial(id) ? 'partial' : 'whole',
      because: null,
    })),
  );
}

/** Of a framework that asks for more than settings (people, processes, records): settings never prove a control whole. */
export const alwaysPartial = (): boolean => true;

export const labelsOf = (groups: readonly FrameworkGroup[]): FrameworkGroup[] =>
  groups.map(({ id, label }) => ({ id, label }));
