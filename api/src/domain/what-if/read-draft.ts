import type { DraftPolicies } from '@tenantry/contract/draft-policies';
import { comparisonsOf, readDeviceRule } from '../../audit/checks/conditional-access/device-filter.ts';
import { unreadablePart, unreadableSession } from '../../audit/checks/conditional-access/policy-form.ts';
import { type JsonObject, textAt, textsAt } from '../../audit/facts/json-reader.ts';
import { samePolicy } from './policy-differences.ts';

/** What is wrong with a policy of a draft, and what to do about it. `path`: where it stands in the request. */
type DraftProblem = { path: string; message: string };

/** How each part is to look, by its path (Microsoft Graph v1.0, conditionalAccessPolicy). */
const advice: Readonly<Record<string, string>> = {
  state: 'Set "state" to "enabled", "disabled" or "enabledForReportingButNotEnforced".',
  conditions: 'Add "conditions" with "users", "applications" and "clientAppTypes".',
  users:
    'Say whom it is for: "conditions.users" needs "includeUsers", "includeGroups" or "includeRoles", such as ["All"].',
  applications:
    'Say what it is for: "conditions.applications" needs "includeApplications" or "includeUserActions", such as ["All"].',
  clientAppTypes: 'Add "conditions.clientAppTypes", such as ["all"].',
  grantControls: 'Give "grantControls" an "operator" and a list of "builtInControls", or set it to null.',
  'grantControls.operator': 'Set "grantControls.operator" to "AND" or "OR".',
  'grantControls.builtInControls':
    'Use the controls of Graph: "block", "mfa", "compliantDevice", "domainJoinedDevice", "approvedApplication", "compliantApplication", "passwordChange".',
  'grantControls.authenticationStrength':
    'Give the strength its "allowedCombinations", or the id of one of Microsoft’s own strengths.',
};

/** Microsoft Learn, "Conditional Access: Filter for devices". */
const ruleAtMost = 3072;

function problemOf(policy: JsonObject): string | null {
  const name = textAt(policy, 'displayName');
  if (name === null || name.trim() === '') return 'Give the policy a "displayName".';
  if (name.length > 256) return 'Keep the "displayName" under 256 characters.';
  const rule = textAt(policy, 'conditions', 'devices', 'deviceFilter', 'rule') ?? '';
  if (rule.length > ruleAtMost)
    return `Keep the rule of the filter for devices under ${ruleAtMost} characters, as Microsoft does.`;
  const part = unreadablePart(policy) ?? unreadableSession(policy);
  if (part === null) return null;
  const where =
    part.startsWith('grantControls') || part.startsWith('sessionControls') || part === 'state'
      ? part
      : `conditions.${part}`;
  return (
    advice[part] ?? `"${where}" does not have the form of Microsoft Graph: compare it with a policy that Graph gives.`
  );
}

/** What takes the more work the more of it there is together, in what the draft changes. */
const comparisonsAtMost = 300;
const organizationsAtMost = 300;
const guestsOf = ['includeGuestsOrExternalUsers', 'excludeGuestsOrExternalUsers'];

/** What is more than a draft may hold of, over all policies that it changes. */
function excesses(changed: readonly JsonObject[]): DraftProblem[] {
  const rules = changed.flatMap((policy) => {
    const rule = textAt(policy, 'conditions', 'devices', 'deviceFilter', 'rule');
    return rule === null || rule.length > ruleAtMost ? [] : (readDeviceRule(rule) ?? []);
  });
  const comparisons = new Set(rules.flatMap(comparisonsOf).map((one) => JSON.stringify(one)));
  const organizations = new Set(
    changed.flatMap((policy) =>
      guestsOf.flatMap((key) => textsAt(policy, 'conditions', 'users', key, 'externalTenants', 'members')),
    ),
  );
  const problems: DraftProblem[] = [];
  if (comparisons.size > comparisonsAtMost) {
    const message = `The filters for devices of a draft hold at most ${comparisonsAtMost} different comparisons, and these hold ${comparisons.size}: use fewer, or an extension attribute.`;
    problems.push({ path: 'policies', message });
  }
  if (organizations.size > organizationsAtMost) {
    const message = `A draft names at most ${organizationsAtMost} organizations of guests, and this one names ${organizations.size}: name fewer at once.`;
    problems.push({ path: 'policies', message });
  }
  return problems;
}

export type ReadDraft = { policies: JsonObject[]; problems: DraftProblem[] };

/**
 * The policies of a draft, each with an id of its own, and what is wrong with those that the draft changes. What the tenant has is
 * taken as it is, whether it can be read or not.
 * @param today the tenant's policies as the scan read them
 */
export function readDraft(given: DraftPolicies, today: readonly JsonObject[]): ReadDraft {
  const known = new Map(today.map((policy) => [textAt(policy, 'id'), policy]));
  const ids = new Set<string>();
  const problems: DraftProblem[] = [];
  const changed: JsonObject[] = [];
  const policies = given.map((one, index): JsonObject => {
    const own = textAt(one, 'id')?.trim() ?? '';
    const id = own === '' ? `new-${index + 1}` : own;
    const policy = { ...one, id };
    const path = `policies.${index}`;
    const name = `Policy ${index + 1} ("${textAt(one, 'displayName') ?? id}")`;
    if (ids.has(id.toLowerCase()))
      problems.push({ path, message: `${name}: another policy has its id. Remove the "id" of a copy.` });
    ids.add(id.toLowerCase());
    const before = known.get(own);
    const isChanged = before === undefined || !samePolicy(before, policy);
    if (isChanged) changed.push(policy);
    const message = isChanged ? problemOf(policy) : null;
    if (message !== null) problems.push({ path, message: `${name}: ${message}` });
    return policy;
  });
  return { policies, problems: [...problems, ...excesses(changed)] };
}
