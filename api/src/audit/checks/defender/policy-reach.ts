import { flagIn, isSet, numberIn, textIn, textsIn, wordIn } from '../../facts/configuration-properties.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { identityOf } from '../../facts/tenant-configuration.ts';
import { presetValues } from './preset-values.ts';

/**
 * Which protection policy acts on whom. Of the policies that fit a recipient only the first acts: strict preset, standard
 * preset, custom ones by priority, then the default or built-in one (Microsoft Defender for Office 365, "Order and precedence
 * of email protection"). A custom policy acts through its rule: without one, or with one that is off, on nobody.
 */
export type PolicyKind = {
  /** The property of a rule that names its policy. */
  ruleProperty: string;
  /** Whether presets have such a policy, and whether their rule can be read: that of Safe Links and Safe Attachments has no type. */
  presets: 'none' | 'readable' | 'unreadable';
  /** The policy for whoever has no other. Built-in protection may have exceptions, which cannot be read. */
  last: 'default' | 'builtIn';
  /** Conditions that say to whom a rule applies. */
  conditions: readonly string[];
};

export const recipientConditions = ['SentTo', 'SentToMemberOf', 'RecipientDomainIs'] as const;
export const senderConditions = ['From', 'FromMemberOf', 'SenderDomainIs'] as const;

/** Whom an entry acts on: everybody, some, or nobody knows. */
type Scope = 'all' | 'some' | 'unknown';

export type Acting = {
  name: string;
  /** Null: the policy of a rule or preset that is on is not among those that were read. */
  policy: JsonObject | null;
  scope: Scope;
  /** Whether it is known to be on. */
  isOn: boolean;
  /** Same conditions, same recipients. */
  key: string;
  /** The domains that it is for whole; null where it is for fewer, or not by domain. */
  domains: readonly string[] | null;
  /** Domains that each of its recipients is in, as far as one of its conditions says so. */
  within: readonly (readonly string[])[];
};

/** What is known of a kind's policies; null: was not read. */
export type PolicySet = {
  policies: readonly JsonObject[];
  rules: readonly JsonObject[] | null;
  presetRules: readonly JsonObject[] | null;
  acceptedDomains: readonly string[] | null;
};

const sameName = (one: string, two: string) => one.trim().toLowerCase() === two.trim().toLowerCase();
const lowered = (list: readonly string[] | null) =>
  (list ?? []).map((one) => one.trim().toLowerCase()).filter((one) => one !== '');

type RuleReach = Pick<Acting, 'scope' | 'domains' | 'within'>;
const everybody: RuleReach = { scope: 'all', domains: null, within: [] };
const nobodyKnows: RuleReach = { scope: 'unknown', domains: null, within: [] };

const addressCondition = /^(sentto|from)$/i;
const domainOf = (address: string) => address.split('@').at(-1) ?? '';

/** All kinds of conditions have to be met, and none of the exceptions; of the values of one kind any. */
function reachOfRule(rule: JsonObject, kind: PolicyKind, accepted: readonly string[] | null): RuleReach {
  const hasExceptions = kind.conditions.some((name) => isSet(rule, `ExceptIf${name}`));
  const set = kind.conditions.filter((name) => lowered(textsIn(rule, name)).length > 0);
  if (set.length === 0) return hasExceptions ? { scope: 'some', domains: null, within: [] } : everybody;
  const within = set.flatMap((name) => {
    const values = lowered(textsIn(rule, name));
    if (name.endsWith('DomainIs')) return [values];
    return addressCondition.test(name) ? [values.map(domainOf)] : [];
  });
  const [only = ''] = set;
  if (hasExceptions || set.length > 1 || !only.endsWith('DomainIs')) return { scope: 'some', domains: null, within };
  const domains = lowered(textsIn(rule, only));
  const isForAll = accepted?.every((domain) => isAmong(domain, domains, kind)) ?? false;
  const scope = accepted === null || accepted.length === 0 ? 'unknown' : isForAll ? 'all' : 'some';
  return { scope, domains, within };
}

/** A domain of recipients stands for those below it, too (Microsoft Defender for Office 365, "Recipient filters"). */
const isAmong = (domain: string, named: readonly string[], { conditions }: PolicyKind): boolean =>
  named.some(
    (one) =>
      one === domain.toLowerCase() ||
      (conditions.includes('RecipientDomainIs') && domain.toLowerCase().endsWith(`.${one}`)),
  );

const conditionKey = (rule: JsonObject, { conditions }: PolicyKind) =>
  JSON.stringify(
    conditions.flatMap((name) => [
      lowered(textsIn(rule, name)).sort(),
      lowered(textsIn(rule, `ExceptIf${name}`)).sort(),
    ]),
  );

const isPreset = (policy: JsonObject, which: 'strict' | 'standard') =>
  new RegExp(`^${which} preset security policy`, 'i').test(identityOf(policy));
export const isBuiltIn = (policy: JsonObject) => /^built-in protection policy/i.test(identityOf(policy));
const isAnyPreset = (policy: JsonObject) => isPreset(policy, 'strict') || isPreset(policy, 'standard');

const isDefault = (policy: JsonObject): boolean => {
  const made = flagIn(policy, 'MakeDefault') ?? flagIn(policy, 'IsDefault');
  return made ?? /^(default|office365 antiphish default)$/i.test(identityOf(policy).trim());
};

function presetsOf(kind: PolicyKind, set: PolicySet): Acting[] {
  if (kind.presets === 'none') return [];
  return (['strict', 'standard'] as const).flatMap((which): Acting[] => {
    // The policies stay when a preset is turned off: only its rule tells. One that was never turned on has none.
    const policy = set.policies.find((one) => isPreset(one, which)) ?? null;
    const rule = set.presetRules?.find(
      (one) => isPreset(one, which) || isPreset({ Identity: textIn(one, 'Name') }, which),
    );
    const isOff = rule !== undefined && (wordIn(rule, 'State') === 'disabled' || flagIn(rule, 'Enabled') === false);
    const isOn = rule !== undefined && (wordIn(rule, 'State') === 'enabled' || flagIn(rule, 'Enabled') === true);
    const name = `${which === 'strict' ? 'Strict' : 'Standard'} preset`;
    if (kind.presets === 'unreadable' || set.presetRules === null)
      // The rule that can be read is of the other protections: on there, it may be on here.
      return policy === null && !isOn ? [] : [{ name, policy, ...nobodyKnows, isOn: false, key: which }];
    if (rule === undefined || isOff) return [];
    const presetKind = { ...kind, conditions: recipientConditions };
    const reach = reachOfRule(rule, presetKind, set.acceptedDomains);
    // Where the list of policies holds any, it is believed, and a preset that is not on it acts on nobody.
    if (policy === null && set.policies.length > 0) return [];
    const fixed = policy ?? presetValues[which][kind.ruleProperty] ?? null;
    return [{ name, policy: fixed, ...reach, isOn, key: conditionKey(rule, presetKind) }];
  });
}

function customOf(kind: PolicyKind, set: PolicySet): Acting[] {
  const isCustom = (policy: JsonObject) => !isDefault(policy) && !isAnyPreset(policy) && !isBuiltIn(policy);
  const custom = set.policies.filter(isCustom);
  if (set.rules === null)
    return custom.map((policy) => ({
      name: identityOf(policy),
      policy,
      ...nobodyKnows,
      isOn: false,
      key: identityOf(policy),
    }));
  return set.rules
    .map((rule, index) => ({ rule, index, priority: numberIn(rule, 'Priority') ?? Number.MAX_SAFE_INTEGER }))
    .sort((a, b) => a.priority - b.priority || a.index - b.index)
    .filter(({ rule }) => flagIn(rule, 'Enabled') !== false && wordIn(rule, 'State') !== 'disabled')
    .map(({ rule }): Acting => {
      const name = textIn(rule, kind.ruleProperty) ?? identityOf(rule);
      const policy = set.policies.find((one) => sameName(identityOf(one), name)) ?? null;
      const isOn = flagIn(rule, 'Enabled') === true || wordIn(rule, 'State') === 'enabled';
      return { name, policy, ...reachOfRule(rule, kind, set.acceptedDomains), isOn, key: conditionKey(rule, kind) };
    });
}

/** The policies that act or may act, in the order in which they do, up to the first that certainly reaches everybody left. */
function actingPolicies(kind: PolicyKind, set: PolicySet): Acting[] {
  const last = set.policies
    .filter((policy) => (kind.last === 'builtIn' ? isBuiltIn(policy) : isDefault(policy) && !isAnyPreset(policy)))
    .map((policy): Acting => ({ name: identityOf(policy), policy, ...everybody, isOn: true, key: 'last' }));
  const ordered: Acting[] = [];
  /** Domains of which everybody has been taken. */
  const taken: string[] = [];
  for (const one of [...presetsOf(kind, set), ...customOf(kind, set), ...last]) {
    // Whoever it is for has been taken by one before it.
    const isTaken =
      ordered.some(({ isOn, key, scope }) => isOn && key === one.key && scope !== 'unknown') ||
      one.within.some((domains) => domains.every((domain) => isAmong(domain, taken, kind)));
    if (isTaken) continue;
    if (one.isOn && one.domains !== null) taken.push(...one.domains);
    const isLast = one.isOn && (one.scope === 'all' || isEverybody(taken, kind, set));
    ordered.push(isLast ? { ...one, scope: 'all' } : one);
    if (isLast) break;
  }
  return ordered;
}

const isEverybody = (taken: readonly string[], kind: PolicyKind, { acceptedDomains }: PolicySet): boolean =>
  acceptedDomains !== null &&
  acceptedDomains.length > 0 &&
  acceptedDomains.every((domain) => isAmong(domain, taken, kind));

export type Reach =
  /** Every policy that can act complies, and one of them reaches everybody. */
  | { kind: 'everybody'; by: Acting[] }
  /** These act, and do not comply. */
  | { kind: 'wrong'; by: Acting[] }
  /** Nobody but some has a policy that complies: for the rest there is none. */
  | { kind: 'nobody'; by: Acting[] }
  /** It hangs on these, of which it is not known whether they act, on whom, or how they are set. */
  | { kind: 'unknown'; by: Acting[] };

/** @param complies null where a policy does not say */
export function reachOf(kind: PolicyKind, set: PolicySet, complies: (policy: JsonObject) => boolean | null): Reach {
  const acting = actingPolicies(kind, set);
  const stateOf = ({ policy }: Acting) => (policy === null ? null : complies(policy));
  const end = acting.at(-1);
  const isCovered = end !== undefined && end.scope === 'all' && end.isOn;
  const final = isCovered ? end : null;
  const before = final === null ? acting : acting.slice(0, -1);
  const certain = ({ isOn, scope }: Acting) => isOn && scope !== 'unknown';
  // What may go before it and comply may be for the same recipients.
  const shields = (index: number) => before.slice(0, index).some((one) => !certain(one) && stateOf(one) !== false);
  const wrong = before.filter((one, index) => certain(one) && stateOf(one) === false && !shields(index));
  const doubtful = before.filter((one) => stateOf(one) !== true && !wrong.includes(one));
  const mayComply = before.filter((one) => !certain(one) && stateOf(one) !== false);
  if (wrong.length > 0) return { kind: 'wrong', by: wrong };
  const finalState = final === null ? (kind.last === 'builtIn' ? false : null) : stateOf(final);
  if (finalState === false && mayComply.length > 0) return { kind: 'unknown', by: mayComply };
  if (finalState === false) return final === null ? { kind: 'nobody', by: before } : { kind: 'wrong', by: [final] };
  if (finalState === null) return { kind: 'unknown', by: final === null ? before : [final] };
  if (doubtful.length > 0) return { kind: 'unknown', by: doubtful };
  return { kind: 'everybody', by: acting };
}
