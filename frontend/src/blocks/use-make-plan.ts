import { useQueryClient } from '@tanstack/react-query';
import type { Parsed } from '@tenantry/contract/endpoint';
import { type LeftOut, makeProjectPlan } from '@tenantry/contract/project-plan';
import { call } from '../lib/api-client.ts';
import { countOf } from '../lib/format.ts';
import { invalidateTenant } from '../lib/invalidate-tenant.ts';

export type MadePlan = Parsed<(typeof makeProjectPlan)['response']>;
type Wanted = Omit<Parsed<(typeof makeProjectPlan)['body']>, 'tenantId'>;

/** Makes or extends the project plan of a tenant: with these findings, or with all that are open; it approves what is named. */
export function useMakePlan(tenantId: string) {
  const client = useQueryClient();
  return async (wanted: Wanted): Promise<MadePlan> => {
    const made = await call(makeProjectPlan, { body: { tenantId, ...wanted }, tenantId });
    await invalidateTenant(client, tenantId);
    return made;
  };
}

const reasons: Record<LeftOut['reason'], string> = {
  resolved: 'already resolved',
  accepted: 'accepted as a risk',
  denied: 'denied by an administrator',
};

/** What a plan does without, a sentence for each reason. */
export const leftOutText = (leftOut: readonly LeftOut[]): string[] =>
  Object.entries(Object.groupBy(leftOut, ({ reason }) => reason)).map(
    ([reason, findings]) =>
      `${countOf(findings?.length ?? 0, 'finding')} left out: ${reasons[reason as LeftOut['reason']]}.`,
  );

/** What came of making a plan, in a sentence or two. */
export function madePlanText({ added, approved, leftOut }: Pick<MadePlan, 'added' | 'approved' | 'leftOut'>): string {
  const what = added === 0 ? 'No new tasks.' : `${countOf(added, 'task')} added.`;
  const decided = approved === 0 ? [] : [`${countOf(approved, 'request')} approved.`];
  return [what, ...decided, ...leftOutText(leftOut)].join(' ');
}
