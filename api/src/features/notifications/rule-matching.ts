import { mayHearOfKind } from '@tenantry/contract/notice-kinds';
import { Priority } from '@tenantry/contract/verdicts';
import { isAdministrator } from '../../domain/user-access/administrators.ts';
import type { NoticeEvent } from '../../ports/notifier.ts';
import type { NoticeRuleRecord } from '../../store/notice-rules.ts';
import { type NoticePlace, placeOfChannel, placeOfMail, placeOfUser } from '../../store/notices.ts';
import { isInScope } from '../../store/scope.ts';
import type { UserRecord } from '../../store/users.ts';

/** The tenants of each group now, by its id. One that was deleted is not in it, and has none. */
export type GroupMembers = ReadonlyMap<string, ReadonlySet<string>>;

type Owner = Pick<UserRecord, 'id' | 'role' | 'scope' | 'isDisabled'>;

/**
 * Whether somebody may be told of an event as they stand now: of their tenants, what their role may see of them, of what is theirs to do,
 * and of the installation whoever administers it.
 */
export function mayHear(owner: Owner, { kind, tenant, userId }: NoticeEvent): boolean {
  if (owner.isDisabled || (userId !== null && userId !== owner.id) || !mayHearOfKind(owner.role, kind)) return false;
  return tenant === null ? isAdministrator(owner) : isInScope(owner.scope, tenant.id);
}

/** Whether a rule may send to channels that others read: those of an administrator, while they are one. */
export const mayUseChannels = ({ role, isDisabled }: Pick<Owner, 'role' | 'isDisabled'>): boolean =>
  role === 'admin' && !isDisabled;

const isAsked = ({ events }: NoticeRuleRecord, { kind, gravity }: NoticeEvent): boolean =>
  events.some((one) => one.kind === kind && Priority.options.indexOf(gravity) <= Priority.options.indexOf(one.gravity));

/** What concerns the installation is in no group. */
function isOfGroups({ groupIds }: NoticeRuleRecord, { tenant }: NoticeEvent, members: GroupMembers): boolean {
  if (groupIds === null) return true;
  return tenant !== null && groupIds.some((id) => members.get(id)?.has(tenant.id) === true);
}

/** The places at which a rule tells of an event, as its owner and the groups stand now; none where it does not. Pure. */
export function placesFor(
  rule: NoticeRuleRecord,
  owner: Owner | null,
  event: NoticeEvent,
  members: GroupMembers,
): NoticePlace[] {
  if (!rule.isEnabled || owner === null || owner.id !== rule.ownerId || !mayHear(owner, event)) return [];
  if (!isAsked(rule, event) || !isOfGroups(rule, event, members)) return [];
  const { inApp, ownMail, channelIds } = rule.targets;
  return [
    ...(inApp ? [placeOfUser(owner.id)] : []),
    ...(ownMail ? [placeOfMail(owner.id)] : []),
    ...(mayUseChannels(owner) ? channelIds.map(placeOfChannel) : []),
  ];
}
