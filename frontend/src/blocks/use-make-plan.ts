import { useQueryClient } from '@tanstack/react-query';
import type { Parsed } from '@tenantry/contract/endpoint';
import { type LeftOut, makeProjectPlan } from '@tenantry/contract/project-plan';
import { call } from '../lib/api-client.ts';
import { countOf } from '../lib/format.ts';
import { invalidateTenant } from '../lib/invalidate-tenant.ts';

type MadePlan = Parsed<(typeof makeProjectPlan)['response']>;

/** Makes or extends the project plan of a tenant: with these findings, or with all that are open. */
export function useMakePlan(tenantId: string) {
  const client = useQueryClient();
  return async (findingIds?: readonly string[]): Promise<MadePlan> => {
    const body = { tenantId, ...(findingIds && { findingIds: [...findingIds] }) };
    const made = await call(makeProjectPlan, { body, tenantId });
    await invalidateTenant(client, tenantId);
    return made;
  };
}

const reasons: Record<LeftOut['reason'], string> = {
  resolved: 'already resolved',
  accepted: 'accepted as a risk',
  denied: 'denied by an administrator',
};

/** What came of making a plan, in a sentence or two. */
export function madePlanText({ added, leftOut }: Pick<MadePlan, 'added' | 'leftOut'>): string {
  const what = added === 0 ? 'No new tasks.' : `${countOf(added, 'task')} added.`;
  const without = Object.entries(Object.groupBy(leftOut, ({ reason }) => reason)).map(
    ([reason, findings]) =>
      `${countOf(findings?.length ?? 0, 'finding')} left out: ${reasons[reason as LeftOut['reason']]}.`,
  );
  return [what, ...without].join(' ');
}
