import { uriComponent } from '@tenantry/contract/text';
import { isObject, objectAt, objectsAt, textsAt, valueAt } from '../../../../facts/json-reader.ts';
import { isCut, objectsAtScan, update } from '../plan-settings.ts';
import type { Json, JsonBody, RemedyStep, ScriptTenant } from '../remedy-plan.ts';

export const policiesPath = '/identity/conditionalAccess/policies';
export const reportOnly = 'enabledForReportingButNotEnforced';
export const readPolicies = 'Policy.Read.All';
/** Graph asks for the permission on applications too where a policy is made or changed ("Create conditionalAccessPolicy"). */
export const writePolicies = ['Policy.Read.All', 'Policy.ReadWrite.ConditionalAccess', 'Application.Read.All'];
/** What a policy does. Somebody may narrow it while it is tried out. */
export const policyParts = ['conditions', 'grantControls', 'sessionControls'] as const;

type ScannedPolicy = ReturnType<typeof objectsAtScan>[number];

/** A policy that a script makes. */
export type PolicyBody = { conditions: JsonBody; grantControls?: JsonBody; sessionControls?: JsonBody };

/** Of the users of a policy, what may have become another since a script made it; which roles somebody holds changes. */
const movable = ['excludeUsers', 'excludeRoles', 'excludeGroups', 'excludeGuestsOrExternalUsers', 'includeRoles'];

const keyOf = (value: unknown): string => JSON.stringify(value).toLowerCase();

/** One text for one meaning: without what is empty, and in one order. */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal).toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  if (!isObject(value)) return value ?? '';
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, normal(item)] as const)
      .filter(([, item]) => item !== '' && !/^(\[\]|\{\})$/.test(JSON.stringify(item)))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
const isSame = (one: unknown, other: unknown): boolean => keyOf(normal(one)) === keyOf(normal(other));

/** What stands in the second as in the first; Graph adds defaults to what it was sent. */
const contains = (wanted: unknown, found: unknown): boolean =>
  isObject(wanted)
    ? isObject(found) && Object.entries(wanted).every(([key, item]) => contains(item, found[key]))
    : isSame(wanted, found);

const withoutLists = (conditions: unknown) => {
  const users = Object.entries(objectAt(conditions, 'users')).filter(([key]) => !movable.includes(key));
  return { ...(isObject(conditions) ? conditions : {}), users: Object.fromEntries(users) };
};

/** Whether a policy is what a script would make, but for whom it leaves out: that may have been learned while it was tried. */
export const isAsMade = (
  { value }: ScannedPolicy,
  { conditions, grantControls, sessionControls }: PolicyBody,
): boolean =>
  isSame(withoutLists(conditions), withoutLists(value.conditions)) &&
  (
    [
      ['grantControls', grantControls],
      ['sessionControls', sessionControls],
    ] as const
  ).every(([name, wanted]) => (wanted === undefined ? isSame({}, value[name] ?? {}) : contains(wanted, value[name])));

/** The names of a list, with those of another that it lacks. */
function union(found: readonly string[], more: readonly string[]): string[] {
  const known = new Set(found.map((item) => item.toLowerCase()));
  return [...found, ...more.filter((item) => !known.has(item.toLowerCase()))];
}

type Exclusions = Partial<Readonly<Record<'excludeUsers' | 'excludeRoles', readonly string[]>>>;

/** The conditions with these names added to the lists of users; null where nobody is missing. */
function conditionsWith(conditions: unknown, lists: Exclusions): JsonBody | null {
  const users = objectAt(conditions, 'users');
  const grown = Object.entries(lists).flatMap(([key, more]): [string, string[]][] => {
    const found = textsAt(users, key);
    const whole = union(found, more);
    return whole.length === found.length ? [] : [[key, whole]];
  });
  if (grown.length === 0) return null;
  return { ...objectAt(conditions), users: { ...users, ...Object.fromEntries(grown) } } as JsonBody;
}

const noneDeclared =
  'No break-glass account is declared, so that nobody is sure to get in once it is on: declare them first.';

/** It concerns users at all: one on workload identities names none. */
const isOnUsers = ({ value }: ScannedPolicy): boolean =>
  objectsAt({ all: [valueAt(value, 'conditions', 'clientApplications')] }, 'all').length === 0;

/**
 * A policy that stands in report-only is switched on, where it is what the scan saw: whoever named it has looked at that one. Accounts
 * that were declared for emergencies since, and `lists`, are added to whom it leaves out; it is sent whole then.
 * @throws MissingForScript where the scan could not keep all of it
 */
export function switchOn(
  tenant: ScriptTenant,
  policy: ScannedPolicy,
  closes: readonly string[],
  lists: Exclusions = {},
): RemedyStep {
  const { id, name, value } = policy;
  const emergency = isOnUsers(policy) ? union(lists.excludeUsers ?? [], tenant.emergencyAccounts) : [];
  const conditions = conditionsWith(value.conditions, { ...lists, excludeUsers: emergency });
  const set: { [key: string]: Json } = { state: 'enabled', ...(conditions && { conditions }) };
  const more = conditions === null ? '' : ', and leaves out the break-glass accounts and roles that it did not yet';
  const step = update({
    title: `The policy “${name}”, which stands in report-only, is switched on${more}`,
    closes,
    path: `${policiesPath}/${uriComponent(id)}`,
    method: 'PATCH',
    set,
    seen: value,
    held: policyParts,
    read: readPolicies,
    write: writePolicies,
    turnOn: id,
  });
  return tenant.emergencyAccounts.length === 0 && isOnUsers(policy) ? { ...step, caution: noneDeclared } : step;
}

/** The policies that stand in report-only, of which the scan kept all that they do. */
export const reportOnlyPolicies = (tenant: ScriptTenant): ScannedPolicy[] =>
  objectsAtScan(tenant, 'conditionalAccessPolicies').filter(
    ({ value }) => value.state === reportOnly && !policyParts.some((part) => isCut(value[part])),
  );
