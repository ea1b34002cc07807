import { isDeepStrictEqual } from 'node:util';
import type { Parsed } from '@tenantry/contract/endpoint';
import type { changeTenantLabels, TenantLabels } from '@tenantry/contract/tenant-groups';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import { regroupTenant } from '../../domain/tenant-groups/group-membership.ts';
import { fitsRule, namesTag, tagKey } from '../../domain/tenant-groups/group-rule.ts';
import { applyGroups } from '../../domain/tenant-groups/group-scope.ts';
import { type GroupUses, usesOfGroups } from '../../domain/tenant-groups/group-uses.ts';
import { AppError } from '../../http/app-error.ts';
import { type Caller, requireRecentProof } from '../../http/caller.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { GroupDependencies } from './tenant-group-service.ts';

type Wanted = Parsed<typeof changeTenantLabels.body>;

/** What stands on a tenant, with the groups that its rule puts it into. */
export async function labelsOf(
  { tenantGroups }: Pick<GroupDependencies, 'tenantGroups'>,
  tenant: TenantRecord,
): Promise<TenantLabels> {
  const groups = (await tenantGroups.all()).filter(({ rule }) => fitsRule(rule, tenant));
  return {
    tenantId: tenant.id,
    tags: [...(tenant.tags ?? [])],
    owner: tenant.owner ?? null,
    groups: groups.map(({ id, name, color }) => ({ id, name, color })),
  };
}

/** Each tag once, as it was written first. */
const distinct = (tags: readonly string[]): string[] =>
  [...new Map(tags.toReversed().map((tag) => [tagKey(tag), tag])).values()].reverse();

async function ownerOf({ users }: GroupDependencies, tenantId: string, ownerId: string | null) {
  if (ownerId === null) return null;
  const user = await users.worker(tenantId, ownerId);
  if (user) return { userId: user.id, name: user.displayName };
  const message = 'Choose somebody who may work in this tenant';
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'ownerId', message }] });
}

/** The tags that one of two has and the other has not, by their keys. */
function tagsMoved(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const [had, has] = [new Set(before.map(tagKey)), new Set(after.map(tagKey))];
  return new Set([...had, ...has].filter((key) => had.has(key) !== has.has(key)));
}

const consequenceOf = ({ scopedUsers, isRuled }: GroupUses): string | null => {
  if (scopedUsers > 0) return 'which tenants users see';
  return isRuled ? 'what is asked for and approved' : null;
};

/**
 * Whoever may only tag is refused what a scope or an approval rule goes by, and administrators of all tenants are asked who is there:
 * also where the tenant stays where it is for now, since what else the rule of the group asks for may become so by itself.
 */
async function guardTags(dependencies: GroupDependencies, caller: Caller, moved: ReadonlySet<string>): Promise<void> {
  if (moved.size === 0) return;
  const naming = (await dependencies.tenantGroups.all()).filter(({ rule }) => namesTag(rule, moved));
  const uses = await usesOfGroups(
    dependencies,
    naming.map(({ id }) => id),
  );
  const used = naming.flatMap(({ id, name }) => {
    const use = uses.get(id);
    const consequence = use ? consequenceOf(use) : null;
    return consequence === null ? [] : [{ name, consequence }];
  });
  const [first] = used;
  if (!first) return;
  if (caller.role !== 'admin' || caller.scope.kind !== 'all') {
    const names = used.map(({ name }) => name).join(', ');
    throw new AppError(
      'FORBIDDEN',
      `This changes ${first.consequence}, by the group ${names}. An administrator of all tenants can do it.`,
    );
  }
  requireRecentProof(caller, dependencies.clock.now());
}

const changedMeanwhile = () =>
  new AppError('CONFLICT', 'Somebody changed the tags meanwhile. Reload them and make your change again.');

/**
 * Sets the tags of a tenant and who looks after it; what is absent stays. Its groups follow at once, and with them the scopes that name
 * them. What was guarded is what is written: tags that became others since the tenant was read are a conflict.
 * @throws AppError CONFLICT, INVALID_INPUT, FORBIDDEN, STEP_UP_REQUIRED
 */
export async function changeLabels(
  dependencies: GroupDependencies,
  caller: Caller,
  tenant: TenantRecord,
  { tags, ownerId, expected }: Wanted,
): Promise<TenantLabels> {
  const { tenants, trail, clock } = dependencies;
  const known = tenant.tags ?? [];
  if (expected !== undefined && !isDeepStrictEqual(expected, known)) throw changedMeanwhile();
  const wanted = {
    ...(tags === undefined ? {} : { tags: distinct(tags) }),
    ...(ownerId === undefined ? {} : { owner: await ownerOf(dependencies, tenant.id, ownerId) }),
  };
  if (wanted.tags) await guardTags(dependencies, caller, tagsMoved(known, wanted.tags));
  const now = clock.now();
  const changed = await changeAndSeal(trail, tenants, tenant.id, (current): TenantRecord => {
    if (wanted.tags && !isDeepStrictEqual(current.tags ?? [], known)) throw changedMeanwhile();
    const next: TenantRecord = { ...current, ...wanted };
    const details = whatChanged({ tags: [], owner: null, ...current }, { owner: null, ...next }, ['tags', 'owner']);
    if (Object.keys(details.after).length === 0) return current;
    const { username: user } = caller.user;
    const entry = {
      eventType: 'tenant_labels_changed',
      user,
      target: current.name,
      tenantId: current.id,
      details,
    } as const;
    return withEntry({ ...next, updatedAt: now.toISOString() }, entry, now);
  });
  if (!changed) throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant, or you do not have access to it.');
  const moved = await regroupTenant(dependencies, tenant.id);
  await applyGroups(dependencies, moved, { username: caller.user.username, how: `by the tags of ${tenant.name}` });
  return labelsOf(dependencies, changed);
}
