import { flagIn, isSet, numberIn, textIn, textsIn, wordIn } from '../../facts/configuration-properties.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { named } from '../../facts/sentence-parts.ts';
import { publicMailDomains } from '../../microsoft/public-mail-providers.ts';
import { addressRange, ip4Count } from '../conditional-access/address-ranges.ts';
import { type Check, verdict } from '../shared/check.ts';
import { isEmpty, isOn, organizationSettings } from '../shared/configured-settings.ts';
import { withData } from '../shared/missing-data.ts';
import { acts, inOrder, narrowedBy, ruleEvidence, ruleName } from './mail-rules.ts';

const names = (rules: readonly JsonObject[]) => named(rules.map(ruleName));

const marks = ['PrependSubject', 'ApplyHtmlDisclaimerText'] as const;
const isMarking = (rule: JsonObject) => marks.some((name) => isSet(rule, name) && textIn(rule, name) !== null);
const mayMark = (rule: JsonObject) => marks.some((name) => isSet(rule, name));
const isFromOutside = (rule: JsonObject) => wordIn(rule, 'FromScope') === 'notinorganization';

/** Whether a rule that ends the processing leaves mail from outside unmarked: not where it is for other mail, marks itself, or lets nothing through. */
const hides = (rule: JsonObject) =>
  flagIn(rule, 'StopRuleProcessing') === true &&
  wordIn(rule, 'FromScope') !== 'inorganization' &&
  wordIn(rule, 'SentToScope') !== 'notinorganization' &&
  !mayMark(rule) &&
  flagIn(rule, 'DeleteMessage') !== true &&
  !['RejectMessageReasonText', 'RejectMessageEnhancedStatusCode'].some((name) => isSet(rule, name));

type Marking = {
  /** Rules that mark mail from outside. */
  marking: JsonObject[];
  /** Of them those without conditions and exceptions, those with exceptions alone, and those of which that is not known. */
  forAll: JsonObject[];
  excepting: JsonObject[];
  unclear: JsonObject[];
  /** Rules before the first that is for all, after which no further rule looks at a message. */
  stopping: JsonObject[];
};

/** Rules that mark mail from outside, and how far they reach. */
function externalMarking(rules: readonly JsonObject[], now: Date): Marking {
  const ordered = inOrder(rules);
  const marking = ordered.filter((rule) => acts(rule, now) === true && isFromOutside(rule) && isMarking(rule));
  const wide = marking
    .map((rule) => ({ rule, ...narrowedBy(rule) }))
    .filter(({ conditions }) => conditions.length === 0);
  const plain = wide.filter(({ exceptions }) => exceptions.length === 0);
  const forAll = plain.filter(({ unknown }) => unknown.length === 0).map(({ rule }) => rule);
  const [first] = forAll;
  const before = first === undefined ? [] : ordered.slice(0, ordered.indexOf(first));
  return {
    marking,
    forAll,
    excepting: wide.filter(({ exceptions }) => exceptions.length > 0).map(({ rule }) => rule),
    unclear: plain.filter(({ unknown }) => unknown.length > 0).map(({ rule }) => rule),
    stopping: before.filter((rule) => acts(rule, now) !== false && hides(rule)),
  };
}

const isUnreadable = (rule: JsonObject) =>
  ['FromScope', ...marks].some((name) => isSet(rule, name) && textIn(rule, name) === null);

const warning = withData(['transportRules'], ([rules], { now }) => {
  const { marking, forAll, excepting, unclear, stopping } = externalMarking(rules, now);
  const evidence = ruleEvidence(marking, 'PrependSubject');
  if (stopping.length > 0)
    return verdict(
      'warning',
      `Mail from outside is marked, but not what the rules before it stop at: ${names(stopping)}.`,
      evidence,
    );
  if (forAll.length > 0) return verdict('pass', `Mail from outside is marked by ${names(forAll)}.`, evidence);
  if (excepting.length > 0)
    return verdict('warning', `Mail from outside is marked with exceptions: ${names(excepting)}.`, evidence);
  const unsure = rules.filter(
    (rule) =>
      acts(rule, now) !== false &&
      (isUnreadable(rule) || (acts(rule, now) === null && isFromOutside(rule) && isMarking(rule))),
  );
  if (unsure.length + unclear.length > 0)
    return verdict(
      'couldNotCheck',
      `Microsoft’s snapshot does not say for certain which mail these rules mark: ${names([...unsure, ...unclear])}.`,
      ruleEvidence([...unsure, ...unclear], 'Mode'),
    );
  if (marking.length > 0)
    return verdict('fail', `Mail from outside is marked on some messages only: ${names(marking)}.`, evidence);
  return verdict('fail', 'No mail flow rule marks mail from outside.', evidence);
});

const senderConditions = ['SenderDomainIs', 'FromAddressContainsWords', 'FromAddressMatchesPatterns'];

/** Conditions that whoever writes a message meets at will: its words, headers and attachments, and to whom it goes. */
const writtenBySender =
  /^(?:subject|header|attachment|messagesize|messagetype|messagecontains|content|withimportance|anyof|recipient|has(?:no)?classification)/i;

/** From here on the addresses that a rule is for are everybody's, as for SPF (spf-openness.ts). */
const everybodysAddresses = 2 ** 29;
/** Of IPv6 an eighth of what is in use, in one network: a /6. */
const everybodysNetwork = 1n << 122n;

/** An address, a network, or a first and a last address (Set-TransportRule, -SenderIpRanges). */
function networkOf(entry: string): ReturnType<typeof addressRange> {
  const [from = '', to, more] = entry.split('-').map((part) => part.trim());
  const [first, last] = [from, to ?? from].map((part) =>
    addressRange(part.includes('/') ? part : `${part}/${part.includes(':') ? 128 : 32}`),
  );
  return first && last && more === undefined ? { first: first.first, last: last.last } : null;
}

function isFromEverywhere(rule: JsonObject): boolean {
  const ranges = (textsIn(rule, 'SenderIpRanges') ?? []).flatMap((entry) => networkOf(entry) ?? []);
  const isWide = ranges.some(({ first, last }) => last - first + 1n >= everybodysNetwork);
  return isWide || ip4Count(ranges) >= everybodysAddresses;
}

/** Whether some of the addresses that a rule is for cannot be read: how many they are is then not known. */
const hasUntoldAddresses = (rule: JsonObject): boolean =>
  isSet(rule, 'SenderIpRanges') &&
  (textsIn(rule, 'SenderIpRanges')?.some((entry) => networkOf(entry) === null) ?? true);

/** What narrows a rule: addresses do where they are not everybody's. */
const conditionsOf = (rule: JsonObject): string[] =>
  narrowedBy(rule).conditions.filter((name) => !/^senderipranges$/i.test(name) || !isFromEverywhere(rule));

/** What narrows it in a way that a stranger cannot meet. */
const realConditions = (rule: JsonObject): string[] => conditionsOf(rule).filter((name) => !writtenBySender.test(name));

const bypass = withData(['transportRules'], ([all], { now }) => {
  // Mail within the organization is not what the filter is for.
  const rules = all.filter((rule) => acts(rule, now) !== false && wordIn(rule, 'FromScope') !== 'inorganization');
  const unreadable = rules.filter((rule) => isSet(rule, 'SetSCL') && numberIn(rule, 'SetSCL') === null);
  const skipping = rules.filter((rule) => numberIn(rule, 'SetSCL') === -1);
  const isForSenders = (rule: JsonObject) =>
    senderConditions.some((name) => isSet(rule, name)) || conditionsOf(rule).length === 0;
  const bad = skipping.filter((rule) => acts(rule, now) === true && isForSenders(rule));
  const unsure = skipping.filter((rule) => !bad.includes(rule) && (isForSenders(rule) || isSet(rule, 'From')));
  const evidence = [...ruleEvidence(skipping, 'SetSCL'), ...ruleEvidence(skipping, 'SenderDomainIs')];
  if (bad.length > 0) return verdict('fail', `Mail flow rules let mail past spam filtering: ${names(bad)}.`, evidence);
  if (unsure.length > 0)
    return verdict(
      'warning',
      `Mail flow rules let mail of some senders past spam filtering: ${names(unsure)}.`,
      evidence,
    );
  const written = skipping.filter((rule) => !bad.includes(rule) && realConditions(rule).length === 0);
  if (written.length > 0)
    return verdict(
      'warning',
      `Mail flow rules let mail past spam filtering for what any sender can write: ${names(written)}.`,
      evidence,
    );
  const untold = skipping.filter((rule) => hasUntoldAddresses(rule) && realConditions(rule).length === 1);
  if (unreadable.length + untold.length > 0)
    return verdict(
      'couldNotCheck',
      `Microsoft’s snapshot does not say what these rules set, or for which addresses: ${names([...unreadable, ...untold])}.`,
      evidence,
    );
  return verdict('pass', 'No mail flow rule lets mail past spam filtering by its sender.', evidence);
});

/** More names than this are no short list any more. */
const mostExempt = 30;

const shortList = {
  property: 'AllowList',
  holds: (one: JsonObject) => {
    const list = textsIn(one, 'AllowList');
    if (list === null || isEmpty('AllowList').holds(one) === true) return true;
    // One domain at which anybody can have an address exempts everybody.
    return list.length <= mostExempt && publicMailDomains(list).length === 0;
  },
};

const base = { category: 'mail-flow', endangers: 'mail' } as const;

export const mailRuleChecks: readonly Check[] = [
  {
    ...base,
    id: 'exo.external.warning',
    title: 'Mail from outside carries a warning',
    findingTitle: 'Mail from outside carries no warning, or not reliably',
    severity: 'low',
    frameworks: { scuba: ['MS.EXO.7.1v1'], nist: ['PR.AT-01'] },
    datasets: ['transportRules'],
    recommendation:
      'Exchange admin center > Mail flow > Rules: add a rule for senders outside the organization that prepends "[External]" to the subject, without further conditions.',
    impact: 'A message that seems to come from a colleague looks like one, and the request in it is carried out.',
    evaluate: warning,
  },
  {
    ...base,
    id: 'exo.external.tag',
    title: 'Outlook shows who writes from outside',
    findingTitle: 'Outlook does not show who writes from outside',
    severity: 'low',
    frameworks: { cis: ['6.2.3'], prowler: ['exchange_external_email_tagging_enabled'] },
    datasets: ['externalInOutlook'],
    recommendation:
      'In Exchange Online PowerShell run Set-ExternalInOutlook -Enabled $true, and keep its AllowList short.',
    impact: 'Users cannot tell a message of a colleague from one that only pretends to be, and answer it.',
    evaluate: organizationSettings('externalInOutlook', [isOn('Enabled'), shortList], {
      good: 'Outlook marks senders from outside',
      bad: 'Outlook does not mark senders from outside, or exempts many',
    }),
  },
  {
    ...base,
    id: 'exo.spam.bypass',
    title: 'No mail flow rule skips spam filtering',
    findingTitle: 'Mail flow rules let senders past spam filtering',
    severity: 'high',
    frameworks: { cis: ['6.2.2'], prowler: ['exchange_transport_rules_whitelist_disabled'] },
    datasets: ['transportRules'],
    recommendation:
      'Exchange admin center > Mail flow > Rules: turn off the rules that set the spam confidence level to -1, and use the Tenant Allow/Block List for what is really needed.',
    impact: 'Anyone who forges an address of that domain reaches every mailbox, and no filter looks at the message.',
    evaluate: bypass,
  },
];
