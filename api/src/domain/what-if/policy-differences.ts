import { isDeepStrictEqual } from 'node:util';
import { settingPath } from '@tenantry/contract/setting-path';
import { truncate, visibleText } from '@tenantry/contract/text';
import type { DraftDifference } from '@tenantry/contract/what-if';
import { isObject, type JsonObject, textAt } from '../../audit/facts/json-reader.ts';

/** What a person sets on a policy; the rest (its id, when it was made) comes of itself. */
const parts = ['displayName', 'state', 'conditions', 'grantControls', 'sessionControls'] as const;
const toldAtMost = 300;

/** What Microsoft gives as nothing in one answer and leaves out in another. */
const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.values(value).every(isNothing));

/** Of an authentication strength its id says all; its combinations are written out by some answers alone. */
const strengthId = (value: JsonObject): JsonObject => (textAt(value, 'id') === null ? value : { id: value.id });

/** The settings of a value by their dotted path. Lists have no order, and ids no case. */
function leaves(value: unknown, path: string, found: Map<string, string>): Map<string, string> {
  if (isNothing(value)) return found;
  if (Array.isArray(value)) {
    const texts = value.map((one) => (typeof one === 'string' ? one.toLowerCase() : JSON.stringify(one)));
    found.set(path, [...new Set(texts)].sort().join(', '));
  } else if (isObject(value)) {
    const own = path.endsWith('authenticationStrength') ? strengthId(value) : value;
    for (const [key, inner] of Object.entries(own))
      if (!key.includes('@')) leaves(inner, path === '' ? key : `${path}.${key}`, found);
  } else found.set(path, typeof value === 'string' ? visibleText(value) : JSON.stringify(value));
  return found;
}

const settingsOf = (policy: JsonObject): Map<string, string> =>
  leaves(Object.fromEntries(parts.map((part) => [part, policy[part]])), '', new Map());

const policyName = (policy: JsonObject): string =>
  visibleText(textAt(policy, 'displayName') ?? textAt(policy, 'id') ?? 'A policy without a name');
const idOf = (policy: JsonObject): string => (textAt(policy, 'id') ?? '').toLowerCase();

export const samePolicy = (one: JsonObject, other: JsonObject): boolean =>
  isDeepStrictEqual(settingsOf(one), settingsOf(other));

/** Each policy beside the one that it is: by its id, and where there is none of that, by its name. */
function pairs(left: readonly JsonObject[], right: readonly JsonObject[]) {
  const free = new Set(right);
  const take = (fits: (one: JsonObject) => boolean): JsonObject | null => {
    const found = [...free].find(fits) ?? null;
    if (found !== null) free.delete(found);
    return found;
  };
  const byId = new Map(left.map((one) => [one, take((other) => idOf(other) !== '' && idOf(other) === idOf(one))]));
  for (const [one, found] of byId)
    if (found === null)
      byId.set(
        one,
        take((other) => policyName(other) === policyName(one)),
      );
  return { pairs: [...byId], others: [...free] };
}

/**
 * In what the tenant's policies are not those that were approved, field by field. Pure.
 * @param approved the policies of the draft
 * @param found the tenant's policies as a scan read them
 */
export function draftDifferences(approved: readonly JsonObject[], found: readonly JsonObject[]): DraftDifference[] {
  const matched = pairs(approved, found);
  const told = (text: string | undefined): string | null =>
    text === undefined ? null : truncate(text, toldAtMost, '…');
  const differing = matched.pairs.flatMap(([draft, actual]): DraftDifference[] => {
    const policy = policyName(draft);
    if (actual === null) return [{ policy, field: '', approved: 'a policy', found: null }];
    const [wanted, is] = [settingsOf(draft), settingsOf(actual)];
    return [...new Set([...wanted.keys(), ...is.keys()])]
      .filter((field) => wanted.get(field) !== is.get(field))
      .map((field) => ({ policy, field, approved: told(wanted.get(field)), found: told(is.get(field)) }));
  });
  const extra = matched.others.map((one) => ({
    policy: policyName(one),
    field: '',
    approved: null,
    found: 'a policy',
  }));
  return [...differing, ...extra];
}

const stateWords: Record<string, string> = {
  enabled: 'on',
  disabled: 'off',
  enabledForReportingButNotEnforced: 'report-only',
};
const worded = (text: string | null): string => (text === null ? 'nothing' : (stateWords[text] ?? text));

/** What a draft changes, a sentence for each field: for people who decide on it. */
export function draftChanges(before: readonly JsonObject[], draft: readonly JsonObject[]): string[] {
  return draftDifferences(draft, before).map(({ policy, field, approved, found }) => {
    if (field === '') return approved === null ? `"${policy}": deleted` : `"${policy}": new`;
    return `"${policy}": ${settingPath(field.split('.'))}: ${worded(found)} → ${worded(approved)}`;
  });
}
