import type { AffectedType } from '@tenantry/contract/verdicts';
import type { ScriptTenant } from './remedy-plan.ts';

export type AffectedObject = { id: string; name: string; closes: readonly string[] };

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The objects of one type that open checks name, each once with the checks that do. What was named without its id is none of them. */
export function affectedAtScan(
  { affected }: Pick<ScriptTenant, 'affected'>,
  checks: readonly string[],
  type: AffectedType,
): AffectedObject[] {
  const found = new Map<string, AffectedObject>();
  for (const check of checks) {
    for (const one of affected.get(check) ?? []) {
      if (one.type !== type || !guid.test(one.id)) continue;
      const closes = [...(found.get(one.id)?.closes ?? []), check];
      found.set(one.id, { id: one.id, name: one.name, closes });
    }
  }
  return [...found.values()];
}
