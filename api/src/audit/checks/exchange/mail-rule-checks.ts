import { type Check, verdict } from '../../check.ts';
import { flagIn, isSet, numberIn, textIn, textsIn, wordIn } from '../../configuration-properties.ts';
import type { JsonObject } from '../../json-reader.ts';
import { withData } from '../../missing-data.ts';
import { named } from '../../sentence-parts.ts';
import { isEmpty, isOn, organizationSettings } from '../configured-settings.ts';
import { acts, inOrder, narrowedBy, ruleEvidence, ruleName } from './mail-rules.ts';

const names = (rules: readonly JsonObject[]) => named(rules.map(ruleName));

const marks = (rule: JsonObject) => isSet(rule, 'PrependSubject') || isSet(rule, 'ApplyHtmlDisclaimerText');
const isFromOutside = (rule: JsonObject) => wordIn(rule, 'FromScope') === 'notinorganization';

/** Rules that mark mail from outside, and how far they reach. */
export function externalMarking(rules: readonly JsonObject[]) {
  const ordered = inOrder(rules);
  const marking = ordered.filter((rule) => acts(rule) === true && isFromOutside(rule) && marks(rule));
  const forAll = marking.filter((rule) => {
    const { conditions, exceptions } = narrowedBy(rule);
    return conditions.length === 0 && exceptions.length === 0;
  });
  const excepting = marking.filter((rule) => {
    const { conditions, exceptions } = narrowedBy(rule);
    return conditions.length === 0 && exceptions.length > 0;
  });
  const [first] = forAll;
  const before = first === undefined ? [] : ordered.slice(0, ordered.indexOf(first));
  const stopping = before.filter((rule) => acts(rule) !== false && flagIn(rule, 'StopRuleProcessing') === true);
  return { marking, forAll, excepting, stopping };
}

const warning = withData(['transportRules'], ([rules]) => {
  const { marking, forAll, excepting, stopping } = externalMarking(rules);
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
  const isUnreadable = (rule: JsonObject) =>
    acts(rule) !== false &&
    ['FromScope', 'PrependSubject'].some((name) => isSet(rule, name) && textIn(rule, name) === null);
  const unsure = rules.filter(
    (rule) => isUnreadable(rule) || (acts(rule) === null && isFromOutside(rule) && marks(rule)),
  );
  if (unsure.length > 0)
    return verdict(
      'couldNotCheck',
      'Microsoft’s snapshot does not say whether the rules that mark mail are on.',
      ruleEvidence(unsure, 'Mode'),
    );
  if (marking.length > 0)
    return verdict('fail', `Mail from outside is marked on some messages only: ${names(marking)}.`, evidence);
  return verdict('fail', 'No mail flow rule marks mail from outside.', evidence);
});

const senderConditions = ['SenderDomainIs', 'FromAddressContainsWords', 'FromAddressMatchesPatterns'];

const bypass = withData(['transportRules'], ([rules]) => {
  const unreadable = rules.filter(
    (rule) => acts(rule) !== false && isSet(rule, 'SetSCL') && numberIn(rule, 'SetSCL') === null,
  );
  const skipping = rules.filter((rule) => acts(rule) !== false && numberIn(rule, 'SetSCL') === -1);
  const isForSenders = (rule: JsonObject) =>
    senderConditions.some((name) => isSet(rule, name)) || narrowedBy(rule).conditions.length === 0;
  const bad = skipping.filter((rule) => acts(rule) === true && isForSenders(rule));
  const unsure = skipping.filter((rule) => !bad.includes(rule) && (isForSenders(rule) || isSet(rule, 'From')));
  const evidence = [...ruleEvidence(skipping, 'SetSCL'), ...ruleEvidence(skipping, 'SenderDomainIs')];
  if (bad.length > 0) return verdict('fail', `Mail flow rules let mail past spam filtering: ${names(bad)}.`, evidence);
  if (unsure.length > 0)
    return verdict(
      'warning',
      `Mail flow rules let mail of some senders past spam filtering: ${names(unsure)}.`,
      evidence,
    );
  if (unreadable.length > 0)
    return verdict(
      'couldNotCheck',
      `Microsoft’s snapshot does not say what these rules set: ${names(unreadable)}.`,
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
    return list === null || isEmpty('AllowList').holds(one) === true || list.length <= mostExempt;
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
