import { isDeepStrictEqual } from 'node:util';
import { changeApprovalRules, getApprovalRules, type ApprovalRules as View } from '@tenantry/contract/approval-rules';
import type { Parsed } from '@tenantry/contract/endpoint';
import { knownWork } from '../../audit/findings/remedies/work.ts';
import {
  type ApprovalRules,
  approvalRulesOf,
  groupsOfRules,
  readApprovalRules,
} from '../../domain/approvals/approval-rules.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { changeRevised } from '../../domain/settings/change-revised.ts';
import { AppError } from '../../http/app-error.ts';
import { type Caller, requireRecentProof } from '../../http/caller.ts';
import { callerRoute, type Route } from '../../http/route.ts';
import { isInScope, type Scope } from '../../store/scope.ts';
import { type ApprovalRule, type ApprovalRulesRecord, approvalRulesId } from '../../store/system-config.ts';
import type { TenantGroupStore } from '../../store/tenant-groups.ts';

type Dependencies = Pick<CommonParts, 'systemConfig' | 'tenants' | 'trail' | 'clock'> & {
  tenantGroups: Pick<TenantGroupStore, 'get'>;
};
type Wanted = Parsed<typeof changeApprovalRules.body>;

const titleOf = (remedyId: string): string => knownWork.find(({ id }) => id === remedyId)?.title ?? remedyId;

const invalid = (path: string, message: string) =>
  new AppError('INVALID_INPUT', message, { fields: [{ path, message }] });

/** As the caller may see them: of the tenants that a rule names, those in their scope. */
async function viewOf(
  { tenants, tenantGroups }: Dependencies,
  scope: Scope,
  { askFrom, rules, revision, updatedAt, updatedBy }: ApprovalRules,
): Promise<View> {
  const ids = rules.flatMap(({ tenantIds }) => (tenantIds === 'all' ? [] : tenantIds));
  const names = await tenants.ofRecords(
    scope,
    [...new Set(ids)].map((tenantId) => ({ tenantId })),
  );
  const groups = await Promise.all(groupsOfRules(rules).map((id) => tenantGroups.get(id)));
  const groupNames = new Map(groups.flatMap((stored) => (stored ? [[stored.value.id, stored.value.name]] : [])));
  return {
    askFrom,
    rules: rules.map(({ id, remedyId, action, tenantIds, groupId, by, createdAt }) => ({
      id,
      remedyId,
      title: titleOf(remedyId),
      action,
      tenants:
        tenantIds === 'all'
          ? null
          : tenantIds.flatMap((tenantId) => {
              const tenant = names.get(tenantId);
              return tenant ? [{ id: tenantId, name: tenant.name }] : [];
            }),
      group: groupId ? { id: groupId, name: groupNames.get(groupId) ?? 'A group that is gone' } : null,
      by,
      createdAt,
    })),
    revision,
    updatedAt,
    updatedBy,
  };
}

/** Groups of a rule have to be there, and are of all tenants: whoever does not see every tenant names none. */
async function checkGroups({ tenantGroups }: Dependencies, { scope }: Caller, rules: Wanted['rules']): Promise<void> {
  for (const [index, { tenantIds, groupId }] of rules.entries()) {
    if (!groupId) continue;
    const path = `rules.${index}.groupId`;
    if (tenantIds !== null) throw invalid(path, 'Choose tenants or a group, not both');
    if (scope.kind !== 'all') throw invalid(path, 'An administrator of all tenants can name a group');
    if (!(await tenantGroups.get(groupId))) throw invalid(path, 'There is no such group of tenants');
  }
}

/**
 * @throws AppError INVALID_INPUT for work or a group that is not known, TENANT_NOT_FOUND for a tenant that is not in the caller's scope
 */
async function checked(dependencies: Dependencies, caller: Caller, { rules }: Wanted): Promise<void> {
  const { tenants } = dependencies;
  const { scope } = caller;
  const unknown = rules.findIndex(({ remedyId }) => !knownWork.some(({ id }) => id === remedyId));
  if (unknown >= 0) throw invalid(`rules.${unknown}.remedyId`, 'There is no such remedy');
  await checkGroups(dependencies, caller, rules);
  const named = [...new Set(rules.flatMap(({ tenantIds }) => tenantIds ?? []))];
  const found = await tenants.ofRecords(
    scope,
    named.map((tenantId) => ({ tenantId })),
  );
  if (named.some((id) => !isInScope(scope, id) || !found.has(id))) {
    throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant, or you do not have access to it.');
  }
}

/** The rules as wanted: one that was there keeps who made it and when. */
function nextRules(
  before: readonly ApprovalRule[],
  wanted: Wanted['rules'],
  caller: Caller,
  at: string,
): ApprovalRule[] {
  return wanted.map(({ remedyId, action, tenantIds, groupId = null }) => {
    const same = before.find(
      (rule) =>
        rule.remedyId === remedyId &&
        rule.action === action &&
        (rule.groupId ?? null) === groupId &&
        isDeepStrictEqual(rule.tenantIds, tenantIds ?? 'all'),
    );
    return (
      same ?? {
        id: crypto.randomUUID(),
        remedyId,
        action,
        tenantIds: tenantIds ?? 'all',
        groupId,
        by: caller.name,
        byUser: caller.user.username,
        createdAt: at,
      }
    );
  });
}

const told = ({ askFrom, rules }: Pick<ApprovalRules, 'askFrom' | 'rules'>) => ({
  askFrom,
  rules: rules.map(({ remedyId, action, tenantIds, groupId }) => ({
    remedyId,
    action,
    ...(groupId ? { groupId } : { tenantIds }),
  })),
});

const conflict = () =>
  new AppError('CONFLICT', 'Somebody else changed the rules meanwhile. Reload them and make your change again.');

/** @throws AppError CONFLICT where they were changed since they were read, other than to what is wanted */
async function writeRules(dependencies: Dependencies, caller: Caller, wanted: Wanted): Promise<ApprovalRules> {
  const asked = {
    id: approvalRulesId,
    revision: wanted.revision,
    by: caller.user.username,
    told: { eventType: 'approval_rules_changed', target: 'Approval rules' },
    conflict,
  } as const;
  const { approvalRules } = dependencies.systemConfig;
  const written = await changeRevised(dependencies, approvalRules, asked, (stored, stamp) => {
    const before = approvalRulesOf(stored ?? undefined);
    const next = { askFrom: wanted.askFrom, rules: nextRules(before.rules, wanted.rules, caller, stamp.updatedAt) };
    if (isDeepStrictEqual(told(next), told(before))) return null;
    if (approvesMore(before.rules, next.rules)) requireRecentProof(caller, dependencies.clock.now());
    const record: ApprovalRulesRecord = { ...stamp, key: approvalRulesId, ...next };
    return { record, details: { before: told(before), after: told(next) } };
  });
  return approvalRulesOf(written ?? undefined);
}

/** Whether more is approved without anybody deciding: a rule that approves is new, or one by which nothing is asked is gone. */
function approvesMore(before: readonly ApprovalRule[], after: readonly ApprovalRule[]): boolean {
  const [had, has] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))];
  const isNew = after.some(({ id, action }) => action === 'approve' && !had.has(id));
  return isNew || before.some(({ id, action }) => action === 'never' && !has.has(id));
}

/** What the scanner asks for, and what is settled before it asks: of the whole installation (design, 36). */
export function approvalRuleRoutes(dependencies: Dependencies): Route[] {
  return [
    callerRoute(getApprovalRules, async ({ caller }) =>
      viewOf(dependencies, caller.scope, await readApprovalRules(dependencies.systemConfig)),
    ),
    callerRoute(changeApprovalRules, async ({ caller, body }) => {
      await checked(dependencies, caller, body);
      return viewOf(dependencies, caller.scope, await writeRules(dependencies, caller, body));
    }),
  ];
}
