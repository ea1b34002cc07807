import type { CappedList } from '../../facts/account-facts.ts';
import type { GroupFacts } from '../../facts/group-facts.ts';
import { booleanAt, enumAt, isObject, type JsonObject, textAt, textsAt } from '../../facts/json-reader.ts';
import { directoryObjectKind } from '../../microsoft/directory-object-types.ts';
import { addTo, emptyList } from './capped-list.ts';

/** The rule asks for nothing else: a further condition would leave guests out. */
const guestRule = /^[\s(]*user\.userType\s+-eq\s+["']guest["'][\s)]*$/i;

/** Rules that leave nobody out, and those that leave guests out; of a rule of several conditions all have to be such. */
const everybodyRule =
  /^user\.(?:objectId|userPrincipalName|mail|displayName)\s+-ne\s+null$|^user\.accountEnabled\s+-eq\s+true$/i;
const membersRule = /^user\.userType\s+-(?:eq\s+["']member["']|ne\s+["']guest["'])$/i;

function takenIn(rule: string): 'everybody' | 'members' | null {
  const terms = rule.split(/\s+-and\s+/i).map((term) => term.replace(/^[\s(]+|[\s)]+$/g, ''));
  if (!terms.every((term) => everybodyRule.test(term) || membersRule.test(term))) return null;
  return terms.some((term) => membersRule.test(term)) ? 'members' : 'everybody';
}

export type GroupReducer = { add(page: readonly unknown[]): void; finish(): GroupFacts };

/** @param groupIds lower-case ids of groups to keep by name: those that policies and role assignments name */
export function groupReducer(groupIds: ReadonlySet<string>): GroupReducer {
  const facts: GroupFacts = {
    total: 0,
    unified: 0,
    notPrivate: emptyList(),
    visibilityUntold: 0,
    rulesUntold: 0,
    dynamicGuestGroup: false,
    named: [],
  };
  const addOne = (group: JsonObject): void => {
    const id = textAt(group, 'id') ?? '';
    const name = textAt(group, 'displayName') ?? id;
    const types = textsAt(group, 'groupTypes').map((type) => type.toLowerCase());
    facts.total += 1;
    const typesTold = Array.isArray(group.groupTypes) && types.length === group.groupTypes.length;
    if (!typesTold) facts.visibilityUntold += 1;
    const dynamic = types.includes('dynamicmembership');
    if (!typesTold || (dynamic && textAt(group, 'membershipRule') === null)) facts.rulesUntold += 1;
    if (types.includes('unified')) {
      facts.unified += 1;
      const visibility = enumAt(group, 'visibility');
      if (visibility === 'public') addTo(facts.notPrivate, id, name);
      else if (visibility !== 'private' && visibility !== 'hiddenmembership') facts.visibilityUntold += 1;
    }
    // Nobody is added to a group whose rule was paused.
    const paused = enumAt(group, 'membershipRuleProcessingState') === 'paused';
    if (dynamic && !paused && guestRule.test(textAt(group, 'membershipRule') ?? '')) facts.dynamicGuestGroup = true;
    const flags = [group.isManagementRestricted, group.isAssignableToRole];
    const told = flags.every((flag) => flag === undefined || flag === null || typeof flag === 'boolean');
    if (!groupIds.has(id.toLowerCase()) || !told) return;
    const takesIn = dynamic && !paused ? takenIn(textAt(group, 'membershipRule') ?? '') : null;
    facts.named.push({
      id,
      name,
      ...(takesIn !== null && { takesIn }),
      managementRestricted: booleanAt(group, 'isManagementRestricted') === true,
      roleAssignable: booleanAt(group, 'isAssignableToRole') === true,
    });
  };
  return {
    add: (page) => page.filter(isObject).forEach(addOne),
    finish: () => facts,
  };
}

/**
 * The accounts among the members of a group, those of agents too; devices, contacts and applications are none. What is not known
 * to be something else may be one.
 */
export function groupAccounts(members: readonly JsonObject[]): CappedList {
  const accounts = emptyList();
  for (const member of members) {
    const id = textAt(member, 'id');
    const { type, agent } = directoryObjectKind(textAt(member, '@odata.type'));
    if (id === null || (type !== 'user' && type !== 'unknown')) continue;
    const name = textAt(member, 'userPrincipalName') ?? textAt(member, 'displayName') ?? id;
    addTo(accounts, id, name, agent === undefined ? {} : { agent: true });
  }
  return accounts;
}
