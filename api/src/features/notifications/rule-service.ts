import { mayHearOfKind } from '@tenantry/contract/notice-kinds';
import type { NoticeRule, RuleFields } from '@tenantry/contract/notice-rules';
import { changeAndSeal, emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { isTimeZone } from '../../domain/scan-plan/next-due.ts';
import { isAdministrator } from '../../domain/user-access/administrators.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { NoticeChannelRecord, NoticeChannelStore } from '../../store/notice-channels.ts';
import { type NoticeRuleRecord, type NoticeRuleStore, noticeRuleKey } from '../../store/notice-rules.ts';
import { isInScope } from '../../store/scope.ts';
import type { TenantGroupRecord, TenantGroupStore } from '../../store/tenant-groups.ts';
import type { UserRecord } from '../../store/users.ts';
import { mayUseChannels } from './rule-matching.ts';

export type RuleParts = Pick<CommonParts, 'users' | 'trail' | 'clock'> & {
  noticeRules: NoticeRuleStore;
  noticeChannels: Pick<NoticeChannelStore, 'all'>;
  tenantGroups: Pick<TenantGroupStore, 'all'>;
};

const rulesOfOneAtMost = 50;
const rulesAtMost = 2000;
const told = ['name', 'isEnabled', 'events', 'groupIds', 'timeZone', 'quiet', 'delivery', 'targets'] as const;
type Told = Pick<NoticeRuleRecord, (typeof told)[number]>;

const noSuchRule = () => new AppError('NOT_FOUND', 'There is no such rule. Somebody may have deleted it.');
const changedMeanwhile = () =>
  new AppError('CONFLICT', 'Somebody changed this rule meanwhile. Reload it and make your change again.');
const fieldError = (path: string, message: string) =>
  new AppError('INVALID_INPUT', `${message}.`, { fields: [{ path, message }] });

/** The groups that a caller may know of: those with a tenant of theirs. */
const groupsOf = (groups: readonly TenantGroupRecord[], { scope }: Pick<Caller, 'scope'>) =>
  groups.filter(({ tenantIds }) => scope.kind === 'all' || tenantIds.some((id) => isInScope(scope, id)));

type Known = { groups: readonly TenantGroupRecord[]; channels: readonly NoticeChannelRecord[] };

/** @throws AppError INVALID_INPUT, FORBIDDEN */
function requireSound(fields: RuleFields, before: RuleFields | null, caller: Caller, known: Known): void {
  const { events, timeZone, quiet, groupIds, targets } = fields;
  if (!isTimeZone(timeZone)) throw fieldError('timeZone', 'There is no such time zone');
  if (new Set(events.map(({ kind }) => kind)).size < events.length) throw fieldError('events', 'Name each event once');
  if (quiet !== null && quiet.from === quiet.to)
    throw fieldError('quiet.to', 'Quiet hours have to end at another hour');
  if (!targets.inApp && !targets.ownMail && targets.channelIds.length === 0)
    throw fieldError('targets', 'Choose where it is sent');
  const groups = new Set(groupsOf(known.groups, caller).map(({ id }) => id));
  const isKept = (id: string) => before?.groupIds?.includes(id) === true;
  if (groupIds?.some((id) => !groups.has(id) && !isKept(id))) throw fieldError('groupIds', 'There is no such group');
  const added = targets.channelIds.filter((id) => before?.targets.channelIds.includes(id) !== true);
  if (added.length > 0 && !mayUseChannels(caller.user))
    throw new AppError('FORBIDDEN', 'Channels that others read are for administrators.');
  const channels = new Set(known.channels.map(({ id }) => id));
  if (!added.every((id) => channels.has(id))) throw fieldError('targets.channelIds', 'There is no such channel');
}

/** Why a rule tells its owner of nothing, as they and the groups stand; null where it does. */
function silentForOwner({ events, groupIds }: NoticeRuleRecord, owner: UserRecord, { groups }: Known): string | null {
  if (owner.isDisabled) return 'Its owner is disabled.';
  if (owner.scope.kind === 'none' || (owner.scope.kind === 'tenants' && owner.scope.tenantIds.length === 0))
    return 'Its owner sees no tenant.';
  if (!events.some(({ kind }) => mayHearOfKind(owner.role, kind)))
    return 'What it tells of is for administrators, and its owner is none.';
  if (groupIds === null) return null;
  const named = groups.filter(({ id }) => groupIds.includes(id));
  if (named.length === 0) return 'Its groups were deleted.';
  return named.some(({ tenantIds }) => tenantIds.some((id) => isInScope(owner.scope, id)))
    ? null
    : 'Its groups hold no tenant that its owner sees.';
}

/** Why a rule sends nothing now, as its owner and its groups stand; null where it does. */
function silentBecause(rule: NoticeRuleRecord, owner: UserRecord | null, known: Known): string | null {
  if (!rule.isEnabled) return 'It is switched off.';
  if (owner === null) return 'Its owner was deleted.';
  const because = silentForOwner(rule, owner, known);
  if (because !== null) return because;
  const { inApp, ownMail, channelIds } = rule.targets;
  if (inApp || (ownMail && owner.email !== null)) return null;
  if (channelIds.length > 0) {
    if (!mayUseChannels(owner)) return 'Its owner is no administrator any more.';
    if (!known.channels.some(({ id, isEnabled }) => isEnabled && channelIds.includes(id)))
      return 'Its channels were deleted or switched off.';
    return null;
  }
  return 'Its owner has no mail address.';
}

function viewOf(rule: NoticeRuleRecord, caller: Caller, owner: UserRecord | null, known: Known): NoticeRule {
  const { id, name, isEnabled, events, groupIds, timeZone, quiet, delivery, targets, ownerId, ownerName } = rule;
  const fields = { id, name, isEnabled, events, groupIds, timeZone, quiet, delivery, targets };
  return {
    ...fields,
    owner: owner?.displayName ?? ownerName,
    isOwn: ownerId === caller.userId,
    silentBecause: silentBecause(rule, owner, known),
    revision: rule.revision,
    updatedAt: rule.updatedAt,
  };
}

async function known({ tenantGroups, noticeChannels }: RuleParts): Promise<Known> {
  const [groups, channels] = await Promise.all([tenantGroups.all(), noticeChannels.all()]);
  return { groups, channels };
}

/** A caller's rules, and those of everybody for whoever administers the installation; the caller's first, then by name. */
export async function rulesFor(parts: RuleParts, caller: Caller): Promise<NoticeRule[]> {
  const all = await parts.noticeRules.all();
  const seen = isAdministrator(caller.user) ? all : all.filter(({ ownerId }) => ownerId === caller.userId);
  const now = await known(parts);
  const owners = new Map<string, UserRecord | null>([[caller.userId, caller.user]]);
  for (const { ownerId } of seen) {
    if (!owners.has(ownerId)) owners.set(ownerId, (await parts.users.get(ownerId))?.value ?? null);
  }
  return seen
    .map((rule) => viewOf(rule, caller, owners.get(rule.ownerId) ?? null, now))
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.name.localeCompare(b.name));
}

/** @throws AppError INVALID_INPUT, FORBIDDEN; CONFLICT where there are too many */
export async function createRule(parts: RuleParts, caller: Caller, fields: RuleFields): Promise<NoticeRule> {
  const now = parts.clock.now();
  const all = await parts.noticeRules.all();
  if (all.filter(({ ownerId }) => ownerId === caller.userId).length >= rulesOfOneAtMost)
    throw new AppError('CONFLICT', `You have ${rulesOfOneAtMost} rules already. Delete one first.`);
  if (all.length >= rulesAtMost)
    throw new AppError('CONFLICT', `There are ${rulesAtMost} rules already. Delete one first.`);
  const knownNow = await known(parts);
  requireSound(fields, null, caller, knownNow);
  const id = crypto.randomUUID();
  const at = now.toISOString();
  const made: NoticeRuleRecord = {
    id,
    key: noticeRuleKey(id),
    ...fields,
    ownerId: caller.userId,
    ownerName: caller.name,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    ...emptyOutbox,
  };
  const entry = { user: caller.user.username, target: made.name, tenantId: null };
  const details = whatChanged<Told>(null, made, told);
  const record = withEntry(made, { eventType: 'notice_rule_created', ...entry, details }, now);
  const stored = await parts.noticeRules.create(record);
  await settleOutbox(parts.noticeRules, record, parts.trail, stored.etag);
  return viewOf(made, caller, caller.user, knownNow);
}

async function ruleOf({ noticeRules }: RuleParts, ruleId: string): Promise<NoticeRuleRecord | null> {
  const found = (await noticeRules.get(ruleId))?.value;
  // Beside the rules lie other settings.
  return found?.key === noticeRuleKey(ruleId) ? found : null;
}

/** Their owner alone changes rules: what is sent keeps to the owner's scope. @throws AppError NOT_FOUND, CONFLICT, INVALID_INPUT, FORBIDDEN */
export async function changeRule(
  parts: RuleParts,
  caller: Caller,
  ruleId: string,
  { revision, ...fields }: RuleFields & { revision: number },
): Promise<NoticeRule> {
  const before = await ruleOf(parts, ruleId);
  if (before?.ownerId !== caller.userId) throw noSuchRule();
  const knownNow = await known(parts);
  requireSound(fields, before, caller, knownNow);
  const now = parts.clock.now();
  const changed = await changeAndSeal(parts.trail, parts.noticeRules, ruleId, (current): NoticeRuleRecord => {
    if (current.revision !== revision) throw changedMeanwhile();
    const next = { ...current, ...fields, revision: revision + 1, updatedAt: now.toISOString() };
    const details = whatChanged<Told>(current, next, told);
    const entry = { user: caller.user.username, target: fields.name, tenantId: null, details };
    return withEntry(next, { eventType: 'notice_rule_changed', ...entry }, now);
  });
  if (!changed) throw noSuchRule();
  return viewOf(changed, caller, caller.user, knownNow);
}

/** @throws AppError NOT_FOUND, also for another's rule where the caller does not administer the installation */
export async function deleteRule(parts: RuleParts, caller: Caller, ruleId: string): Promise<void> {
  const rule = await ruleOf(parts, ruleId);
  if (!rule || (rule.ownerId !== caller.userId && !isAdministrator(caller.user))) throw noSuchRule();
  await parts.trail.record({
    eventType: 'notice_rule_deleted',
    user: caller.user.username,
    target: rule.name,
    tenantId: null,
    details: { owner: rule.ownerName, ...whatChanged<Told>(rule, null, told) },
  });
  await parts.noticeRules.delete(ruleId);
}
