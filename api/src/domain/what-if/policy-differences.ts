import { settingPath } from '@tenantry/contract/setting-path';
import { truncate, visibleText } from '@tenantry/contract/text';
import type { DraftDifference } from '@tenantry/contract/what-if';
import { flags } from '../../audit/checks/conditional-access/items.ts';
import { booleanAt, isObject, type JsonObject, textAt, textsAt } from '../../audit/facts/json-reader.ts';

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

/** Of an authentication strength, which one it is and what it allows: names and descriptions change nothing. */
const strength = (value: JsonObject): JsonObject =>
  textAt(value, 'id') === null ? value : { id: value.id, allowedCombinations: value.allowedCombinations };
/** Written out by some answers alone: compared where both sides tell it, since a strength may be changed and keep its id. */
const combinations = 'grantControls.authenticationStrength.allowedCombinations';

/** What Microsoft fills in where nobody said it. */
const filledIn: Readonly<Record<string, string>> = {
  'sessionControls.signInFrequency.authenticationType': 'primaryandsecondaryauthentication',
  'sessionControls.signInFrequency.frequencyInterval': 'timebased',
};
/** Several words in one text, in any order. */
const ofFlags = ['transferMethods', 'guestOrExternalUserTypes', 'insiderRiskLevels'];

/** The same for texts that say the same. Of names and rules every letter counts. */
function meaningOf(field: string, text: string): string {
  if (field === 'displayName' || field.endsWith('.rule')) return text;
  const plain = text.toLowerCase();
  const isFlags = ofFlags.some((name) => field.endsWith(name));
  return isFlags ? flags(plain).sort().join() : plain;
}

const requirements = ['builtInControls', 'termsOfUse', 'customAuthenticationFactors'];

/** The grant as it is met: of a single requirement it makes no difference whether all or one is needed. */
function grantOf(grant: unknown): unknown {
  if (!isObject(grant)) return grant;
  const count =
    requirements.flatMap((key) => textsAt(grant, key)).length + (isNothing(grant.authenticationStrength) ? 0 : 1);
  const { operator, ...rest } = grant;
  return count > 1 ? grant : rest;
}

/** The session controls that are on. */
const sessionOf = (session: unknown): unknown =>
  isObject(session)
    ? Object.fromEntries(
        Object.entries(session).filter(([, control]) => control !== false && booleanAt(control, 'isEnabled') !== false),
      )
    : session;

/** The settings of a value by their dotted path. Lists have no order, and ids no case. */
function leaves(value: unknown, path: string, found: Map<string, string>): Map<string, string> {
  if (isNothing(value)) return found;
  if (Array.isArray(value)) {
    const texts = value.map((one) => (typeof one === 'string' ? one.toLowerCase() : JSON.stringify(one)));
    found.set(path, [...new Set(texts)].sort().join(', '));
  } else if (isObject(value)) {
    const own = path.endsWith('authenticationStrength') ? strength(value) : value;
    for (const [key, inner] of Object.entries(own))
      if (!key.includes('@')) leaves(inner, path === '' ? key : `${path}.${key}`, found);
  } else found.set(path, typeof value === 'string' ? visibleText(value) : JSON.stringify(value));
  return found;
}

function settingsOf(policy: JsonObject): Map<string, string> {
  const own = Object.fromEntries(parts.map((part) => [part, policy[part]]));
  const { grantControls, sessionControls } = policy;
  const compared = { ...own, grantControls: grantOf(grantControls), sessionControls: sessionOf(sessionControls) };
  return leaves(compared, '', new Map());
}

/** The fields in which two policies are not the same. */
function differingFields(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  const meaning = (settings: ReadonlyMap<string, string>, field: string): string | undefined => {
    const text = settings.get(field);
    const found = text === undefined ? undefined : meaningOf(field, text);
    return found !== undefined && found === filledIn[field] ? undefined : found;
  };
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((field) => field !== combinations || (one.has(field) && other.has(field)))
    .filter((field) => meaning(one, field) !== meaning(other, field));
}

const policyName = (policy: JsonObject): string =>
  visibleText(textAt(policy, 'displayName') ?? textAt(policy, 'id') ?? 'A policy without a name');
const idOf = (policy: JsonObject): string => (textAt(policy, 'id') ?? '').toLowerCase();

export const samePolicy = (one: JsonObject, other: JsonObject): boolean =>
  differingFields(settingsOf(one), settingsOf(other)).length === 0;

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
    return differingFields(wanted, is).map((field) => ({
      policy,
      field,
      approved: told(wanted.get(field)),
      found: told(is.get(field)),
    }));
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
const worded = (text: string | null): string =>
  text === null ? 'nothing' : Object.hasOwn(stateWords, text) ? (stateWords[text] ?? text) : text;

/** What a draft changes, a sentence for each field: for people who decide on it. */
export function draftChanges(before: readonly JsonObject[], draft: readonly JsonObject[]): string[] {
  return draftDifferences(draft, before).map(({ policy, field, approved, found }) => {
    if (field === '') return approved === null ? `"${policy}": deleted` : `"${policy}": new`;
    return `"${policy}": ${settingPath(field.split('.'))}: ${worded(found)} → ${worded(approved)}`;
  });
}
