import { truncate } from '@tenantry/contract/text';
import type { Evidence } from '@tenantry/contract/verdicts';
import { flagIn, isSet, numberIn, textIn, textsIn, wordIn } from '../../configuration-properties.ts';
import { type Facts, factOf } from '../../facts.ts';
import { booleanAt, type JsonObject, textAt } from '../../json-reader.ts';
import { settingEvidence } from '../configured-settings.ts';

/** Whether a mail flow rule acts: turned on, and no test (Exchange Online, Set-TransportRule, -Mode). Null where it does not say. */
export function acts(rule: JsonObject): boolean | null {
  const enabled =
    flagIn(rule, 'Enabled') ?? (wordIn(rule, 'State') === null ? null : wordIn(rule, 'State') === 'enabled');
  const mode = wordIn(rule, 'Mode');
  if (enabled === false || (mode !== null && mode !== 'enforce')) return false;
  return enabled === null || mode === null ? null : true;
}

export const ruleName = (rule: JsonObject): string =>
  truncate(textIn(rule, 'Name') ?? textIn(rule, 'Identity') ?? '', 100);
export const ruleEvidence = (rules: readonly JsonObject[], property: string): Evidence[] =>
  rules.slice(0, 20).map((rule) => settingEvidence('transportRules', rule, property));

/** What a rule is and does; everything else in it says on which messages. */
const noCondition =
  /^(name|identity|guid|enabled|state|mode|priority|comments|ruleerroraction|rulesubtype|ruleversion|senderaddresslocation|stopruleprocessing|activationdate|expirydate|dlppolicy|ensure|fromscope|recipientaddresstype|hassenderoverride.*|useLegacyRegex|(prepend|apply|set|add|remove|copyto|blindcopyto|redirect|route|quarantine|delete|reject|moderate|generate|incidentreport|notify|smtpreject|disconnect|logevent).*)$/i;

const says = (rule: JsonObject, name: string) => flagIn(rule, name) !== false && isSet(rule, name);

/** What narrows the messages from outside that a rule acts on: all conditions of a rule have to be met (Exchange Online, mail flow rules). */
export function narrowedBy(rule: JsonObject): { conditions: string[]; exceptions: string[] } {
  const named = Object.keys(rule).filter((name) => !noCondition.test(name) && !name.includes('@') && says(rule, name));
  const isScope = (name: string) => /^senttoscope$/i.test(name) && wordIn(rule, name) === 'inorganization';
  const rest = named.filter((name) => !isScope(name));
  return {
    conditions: rest.filter((name) => !/^exceptif/i.test(name)),
    exceptions: rest.filter((name) => /^exceptif/i.test(name)),
  };
}

/** Domains in which the organization takes mail; null where that is not known. */
export function acceptedDomains(facts: Facts): { isOwn(domain: string): boolean; names: readonly string[] } | null {
  const accepted = factOf(facts, 'acceptedDomains');
  const verified = factOf(facts, 'domains')?.filter((domain) => booleanAt(domain, 'isVerified') !== false);
  if (accepted === undefined && verified === undefined) return null;
  const entries = (accepted ?? []).map((one) => ({
    name: (textIn(one, 'DomainName') ?? textIn(one, 'Identity') ?? '').trim().toLowerCase(),
    withSubdomains: flagIn(one, 'MatchSubDomains') === true,
  }));
  // A domain without a name may be any of them.
  if (entries.some(({ name }) => name === '')) return null;
  const names = [
    ...entries.map(({ name }) => name),
    ...(verified ?? []).map((one) => textAt(one, 'id')?.toLowerCase() ?? ''),
  ];
  return {
    names: accepted === undefined ? [] : entries.map(({ name }) => name).filter((name) => name !== ''),
    isOwn: (domain) =>
      names.includes(domain) ||
      entries.some(({ name, withSubdomains }) => withSubdomains && domain.endsWith(`.${name}`)),
  };
}

const forwarding = ['RedirectMessageTo', 'BlindCopyTo', 'CopyTo', 'AddToRecipients'] as const;

/** Rules that send messages on: to addresses outside, or to recipients of whom that cannot be said. */
export function forwardingRules(facts: Facts, rules: readonly JsonObject[]) {
  const own = acceptedDomains(facts);
  const outside: JsonObject[] = [];
  const unsure: JsonObject[] = [];
  for (const rule of rules) {
    if (acts(rule) === false) continue;
    const set = forwarding.filter((name) => isSet(rule, name));
    if (set.length === 0) continue;
    const isReadable = set.every((name) => textsIn(rule, name) !== null);
    const recipients = set.flatMap((name) => textsIn(rule, name) ?? []);
    const domains = recipients.map((one) => /@([^@\s>]+)>?$/.exec(one.trim())?.[1]?.toLowerCase() ?? null);
    const isOutside = own !== null && domains.some((domain) => domain !== null && !own.isOwn(domain));
    if (isOutside && acts(rule) === true) outside.push(rule);
    else if (isOutside || own === null || !isReadable || domains.includes(null)) unsure.push(rule);
  }
  return { outside, unsure };
}

export const forwardingEvidence = (rules: readonly JsonObject[]): Evidence[] =>
  rules
    .slice(0, 10)
    .flatMap((rule) =>
      forwarding.filter((name) => isSet(rule, name)).map((name) => settingEvidence('transportRules', rule, name)),
    );

/** Rules in the order in which they are worked: the lowest number first. */
export const inOrder = (rules: readonly JsonObject[]): JsonObject[] =>
  [...rules].sort((a, b) => (numberIn(a, 'Priority') ?? 0) - (numberIn(b, 'Priority') ?? 0));
