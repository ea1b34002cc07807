import type { WhatIfStart } from '@tenantry/contract/what-if';

/** A policy as Microsoft Graph has it. */
export type Policy = Record<string, unknown>;
export type Names = Pick<WhatIfStart, 'users' | 'groups' | 'roles' | 'locations' | 'applications'>;

export const policyStates = ['enabled', 'enabledForReportingButNotEnforced', 'disabled'] as const;
export type PolicyState = (typeof policyStates)[number];
export const stateLabels: Readonly<Record<PolicyState, string>> = {
  enabled: 'On',
  enabledForReportingButNotEnforced: 'Report-only',
  disabled: 'Off',
};

const objectAt = (value: unknown, key: string): Record<string, unknown> => {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
};
const textsAt = (value: unknown, key: string): string[] => {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
};
const partOf = (policy: Policy, part: string) => objectAt(policy.conditions, part);

export const idOf = (policy: Policy): string => String(policy.id ?? '');
export const nameOf = (policy: Policy): string => String(policy.displayName ?? 'A policy without a name');
export const stateOf = (policy: Policy): PolicyState | null =>
  policyStates.find((state) => state === policy.state) ?? null;

const controlLabels: Readonly<Record<string, string>> = {
  block: 'Block access',
  mfa: 'Multifactor authentication',
  compliantDevice: 'Compliant device',
  domainJoinedDevice: 'Hybrid-joined device',
  passwordChange: 'Password change',
  approvedApplication: 'Approved client app',
  compliantApplication: 'App protection policy',
};
/** Those that a form offers; others stay as they are. */
export const offeredControls = ['block', 'mfa', 'compliantDevice', 'domainJoinedDevice', 'passwordChange'] as const;
export const controlLabel = (control: string): string => controlLabels[control] ?? control;

/** People of a policy as a form shows them: a line for each. */
const sides = ['include', 'exclude'] as const;
export type Side = (typeof sides)[number];

const wordsForUsers: Readonly<Record<string, string>> = {
  All: 'All users',
  None: 'None',
  GuestsOrExternalUsers: 'Guests and external users',
};

const find = (list: Names['users'], id: string): string =>
  list.find((one) => one.id.toLowerCase() === id.toLowerCase())?.name ?? id;

/** Whom a side of a policy names, a line for each, as `peopleFrom` reads it back. */
export function peopleLines(policy: Policy, side: Side, names: Names): string[] {
  const users = partOf(policy, 'users');
  return [
    ...textsAt(users, `${side}Users`).map((id) => wordsForUsers[id] ?? find(names.users, id)),
    ...textsAt(users, `${side}Groups`).map((id) => `group: ${find(names.groups, id)}`),
    ...textsAt(users, `${side}Roles`).map((id) => `role: ${find(names.roles, id)}`),
  ];
}

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
type People = { Users: string[]; Groups: string[]; Roles: string[] };

/** Reads lines as `peopleLines` writes them: words, names or object ids. @returns what a line is not, as a sentence */
export function peopleFrom(text: string, names: Names): People | string {
  const people: People = { Users: [], Groups: [], Roles: [] };
  const idIn = (list: Names['users'], name: string): string | null =>
    list.find((one) => one.name.toLowerCase() === name.toLowerCase() || one.id.toLowerCase() === name.toLowerCase())
      ?.id ?? (guid.test(name) ? name : null);
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const word = Object.entries(wordsForUsers).find(([id, label]) =>
      [id, label].some((one) => one.toLowerCase() === line.toLowerCase()),
    );
    const [, kind = '', name = ''] = /^(group|role):\s*(.+)$/i.exec(line) ?? [];
    const list = kind.toLowerCase() === 'group' ? 'Groups' : kind === '' ? 'Users' : 'Roles';
    const known = { Users: names.users, Groups: names.groups, Roles: names.roles }[list];
    const id = word?.[0] ?? idIn(known, kind === '' ? line : name);
    if (id === null)
      return `There is no ${kind === '' ? 'account' : kind.toLowerCase()} called "${kind === '' ? line : name}" in the last scan. Give its object id.`;
    people[list].push(id);
  }
  return people;
}

export type Grant = { operator: 'AND' | 'OR'; controls: readonly string[] };
export function grantOf(policy: Policy): Grant {
  const grant = objectAt(policy, 'grantControls');
  return { operator: grant.operator === 'AND' ? 'AND' : 'OR', controls: textsAt(grant, 'builtInControls') };
}

/** The policy with what a form changed; everything else stays as it was. */
export function withForm(
  policy: Policy,
  form: { name: string; state: PolicyState; people: Record<Side, People>; grant: Grant },
): Policy {
  const users: Record<string, unknown> = { ...partOf(policy, 'users') };
  for (const side of sides)
    for (const [list, ids] of Object.entries(form.people[side]))
      if (ids.length > 0 || users[`${side}${list}`] !== undefined) users[`${side}${list}`] = ids;
  const rest = objectAt(policy, 'grantControls');
  const hasOther = Object.entries(rest).some(
    ([key, value]) =>
      !['operator', 'builtInControls'].includes(key) &&
      value !== null &&
      !key.includes('@') &&
      !(Array.isArray(value) && value.length === 0),
  );
  const isEmpty = form.grant.controls.length === 0 && !hasOther;
  const grant = { ...rest, operator: form.grant.operator, builtInControls: [...form.grant.controls] };
  return {
    ...policy,
    displayName: form.name,
    state: form.state,
    conditions: { ...objectAt(policy, 'conditions'), users },
    grantControls: isEmpty ? null : grant,
  };
}

/** What a policy does, in one line. */
export function policySummary(policy: Policy, names: Names): string {
  const included = peopleLines(policy, 'include', names);
  const excluded = peopleLines(policy, 'exclude', names);
  const apps = partOf(policy, 'applications');
  const targets = textsAt(apps, 'includeApplications').map((id) => find(names.applications, id));
  const actions = textsAt(apps, 'includeUserActions');
  const { operator, controls } = grantOf(policy);
  const strength = objectAt(objectAt(policy, 'grantControls'), 'authenticationStrength');
  const asks = [
    ...controls.map(controlLabel),
    ...(Object.keys(strength).length > 0 ? [String(strength.displayName ?? 'Authentication strength')] : []),
  ];
  const whom = included.length === 0 ? 'Guests or others' : short(included);
  const what = actions.length > 0 ? 'user actions' : targets.length === 0 ? 'selected resources' : short(targets);
  const does = asks.length === 0 ? 'session controls' : asks.join(operator === 'AND' ? ' and ' : ' or ');
  return `${whom}${excluded.length > 0 ? ` except ${short(excluded)}` : ''}, ${what}: ${does}`;
}

const short = (list: readonly string[]): string =>
  list.length <= 2 ? list.join(', ') : `${list.slice(0, 2).join(', ')} and ${list.length - 2} more`;

/** Policies out of pasted JSON: one, a list, or what Graph answers (`value`). @returns what to do, as a sentence, where it is none */
export function pastedPolicies(text: string): Policy[] | string {
  if (text.trim() === '')
    return 'Paste the JSON of a policy, of a list of them, or the whole answer of Microsoft Graph.';
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return `This is no JSON: ${error instanceof Error ? error.message : String(error)}. Copy all of it, from the first brace to the last.`;
  }
  const answer = parsed as { value?: unknown } | null;
  const list = Array.isArray(parsed) ? parsed : Array.isArray(answer?.value) ? answer.value : [parsed];
  if (list.length === 0) return 'The list holds no policy.';
  const wrong = list.findIndex(
    (one) => typeof one !== 'object' || one === null || Array.isArray(one) || !('conditions' in one),
  );
  if (wrong >= 0)
    return `Entry ${wrong + 1} is no Conditional Access policy: it has no "conditions". Copy policies from GET /identity/conditionalAccess/policies.`;
  return list as Policy[];
}

/** These policies with others added: one with a known id takes the place of that policy. */
export function withPolicies(policies: readonly Policy[], added: readonly Policy[]): Policy[] {
  const own = added.map((policy, index) =>
    idOf(policy) === ''
      ? { ...policy, id: `new-${policies.length + index + 1}-${crypto.randomUUID().slice(0, 8)}` }
      : policy,
  );
  const kept = policies.map((policy) => own.find((one) => idOf(one) === idOf(policy)) ?? policy);
  return [...kept, ...own.filter((one) => !policies.some((policy) => idOf(policy) === idOf(one)))];
}
