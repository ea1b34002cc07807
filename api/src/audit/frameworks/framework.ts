import type { FrameworkId, FrameworkMapping } from '@tenantry/contract/compliance';
import { catalog } from '../catalog.ts';

/** How much of a control its checks speak for. Where they speak for a part only, passing checks support it and no more. */
export type ControlCoverage = 'whole' | 'partial';

export type FrameworkControl = {
  /** As the publisher writes it. */
  id: string;
  /** What it asks for, in our own words. */
  title: string;
  /** The id of its chapter, product or function. */
  group: string;
  /** Ids of the checks that assess it; none where Tenantry does not. */
  checkIds: readonly string[];
  coverage: ControlCoverage;
};

export type FrameworkGroup = { id: string; label: string };

export type Framework = {
  id: FrameworkId;
  /** In full, with the version. */
  name: string;
  shortName: string;
  version: string;
  publisher: string;
  mapping: FrameworkMapping;
  groups: readonly FrameworkGroup[];
  /** All controls that the publisher lists, assessed or not. */
  controls: readonly FrameworkControl[];
};

/** The id of a control and what it asks for. */
export type ControlRow = readonly [id: string, title: string];
/** A chapter with its controls, in the publisher's order. */
export type ControlGroup = FrameworkGroup & { rows: readonly ControlRow[] };

function checksByReference(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, references } of catalog) {
    for (const reference of references) found.set(reference, [...(found.get(reference) ?? []), id]);
  }
  return found;
}

/**
 * Controls whose own ids stand on our checks (`references` of the catalog): which check decides which control is
 * written once, at the check.
 * @param referenceOf the reference of a control's id (`CIS 1.1.1` of `1.1.1`)
 * @param partial ids of controls of which the checks speak for a part only
 */
export function controlsByReference(
  groups: readonly ControlGroup[],
  referenceOf: (id: string) => string,
  partial: ReadonlySet<string>,
): FrameworkControl[] {
  const checks = checksByReference();
  return groups.flatMap((group) =>
    group.rows.map(([id, title]) => ({
      id,
      title,
      group: group.id,
      checkIds: checks.get(referenceOf(id)) ?? [],
      coverage: partial.has(id) ? 'partial' : 'whole',
    })),
  );
}

/**
 * Controls of a framework that asks for more than settings (people, processes, records), with our own mapping. Checks
 * of settings never prove such a control whole, so each is covered in part.
 * @param mapping check ids by control id
 */
export function controlsByMapping(
  groups: readonly ControlGroup[],
  mapping: Readonly<Record<string, readonly string[]>>,
): FrameworkControl[] {
  return groups.flatMap((group) =>
    group.rows.map(([id, title]) => ({ id, title, group: group.id, checkIds: mapping[id] ?? [], coverage: 'partial' })),
  );
}

export const labelsOf = (groups: readonly ControlGroup[]): FrameworkGroup[] =>
  groups.map(({ id, label }) => ({ id, label }));
