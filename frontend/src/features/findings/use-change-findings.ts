import { useQueryClient } from '@tanstack/react-query';
import { maxFindingsAtOnce, setFindingStatuses } from '@tenantry/contract/findings';
import { call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { invalidateTenants } from '../../lib/invalidate-tenant.ts';
import type { SelectedFinding } from './use-finding-selection.ts';
import { type SettableStatus, saidOf } from './use-set-status.ts';

export type NotChanged = { finding: SelectedFinding; why: string };
export type Changes = { changed: number; unchanged: number; notChanged: readonly NotChanged[] };

/** So many calls are on their way at once. */
const atOnce = 4;

/**
 * Changes the status of findings, with one call for each tenant. One that cannot be changed keeps back no other.
 * It throws where no call at all succeeded.
 */
export function useChangeFindings() {
  const client = useQueryClient();
  return async (findings: readonly SelectedFinding[], status: SettableStatus, text?: string): Promise<Changes> => {
    const calls = callsFor(findings);
    const outcomes: Outcome[] = [];
    for (let index = 0; index < calls.length; index += atOnce) {
      const started = calls.slice(index, index + atOnce).map((part) => changeOf(part, status, text));
      outcomes.push(...(await Promise.all(started)));
    }
    void invalidateTenants(
      client,
      findings.map(({ tenantId }) => tenantId),
    );
    const [first] = outcomes;
    if (first?.error !== undefined && outcomes.every(({ error }) => error !== undefined)) throw first.error;
    return {
      changed: outcomes.reduce((sum, { changed }) => sum + changed, 0),
      unchanged: outcomes.reduce((sum, { unchanged }) => sum + unchanged, 0),
      notChanged: outcomes.flatMap(({ notChanged }) => notChanged),
    };
  };
}

type Outcome = Changes & { error?: unknown };

function callsFor(findings: readonly SelectedFinding[]): SelectedFinding[][] {
  const byTenant = [...Map.groupBy(findings, ({ tenantId }) => tenantId).values()];
  return byTenant.flatMap((own) => {
    const parts = Math.ceil(own.length / maxFindingsAtOnce);
    return Array.from({ length: parts }, (_, part) =>
      own.slice(part * maxFindingsAtOnce, (part + 1) * maxFindingsAtOnce),
    );
  });
}

async function changeOf(findings: SelectedFinding[], status: SettableStatus, text?: string): Promise<Outcome> {
  const tenantId = findings[0]?.tenantId ?? '';
  const body = { tenantId, findingIds: findings.map(({ id }) => id), status, ...saidOf(status, text) };
  try {
    const { items } = await call(setFindingStatuses, { body, tenantId });
    const told = new Map(items.map((item) => [item.findingId, item]));
    const notChanged = findings.flatMap((finding) => {
      const item = told.get(finding.id);
      if (item?.outcome === 'changed' || item?.outcome === 'unchanged') return [];
      return [{ finding, why: item?.why ?? 'It no longer exists.' }];
    });
    const count = (outcome: 'changed' | 'unchanged') => items.filter((item) => item.outcome === outcome).length;
    return { changed: count('changed'), unchanged: count('unchanged'), notChanged };
  } catch (error) {
    const why = messageOf(error);
    return { changed: 0, unchanged: 0, notChanged: findings.map((finding) => ({ finding, why })), error };
  }
}
