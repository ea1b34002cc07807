import { truncate } from '@tenantry/contract/text';
import type { Evidence } from '@tenantry/contract/verdicts';
import { acceptedDomains } from '../../facts/accepted-domains.ts';
import { flagIn, textIn } from '../../facts/configuration-properties.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { named } from '../../facts/sentence-parts.ts';
import { identityOf } from '../../facts/tenant-configuration.ts';
import { type Reach, reachOf } from '../defender/policy-reach.ts';
import { protectionKinds } from '../defender/protection-check.ts';
import { secureScoreControl } from '../secure-score/secure-score-stand-in.ts';
import { type Check, type CheckContext, type CheckVerdict, verdict } from '../shared/check.ts';
import { isOneOf, settingEvidence } from '../shared/configured-settings.ts';
import { missingAlternatives, missingData, withData } from '../shared/missing-data.ts';
import { forwardingEvidence, forwardingRules, ruleName } from './mail-rules.ts';

const names = (list: readonly JsonObject[], nameOf: (one: JsonObject) => string) => named(list.map(nameOf));
const policyName = (policy: JsonObject) => truncate(identityOf(policy), 100);

/** Off by Microsoft's own rule counts as off: that is what "Automatic" has meant since 2021 (Defender for Office 365, outbound spam). */
const isClosed = isOneOf('AutoForwardingMode', ['off', 'automatic']);

const policiesOf = ({ by }: Reach): JsonObject[] => by.flatMap(({ policy }) => (policy === null ? [] : [policy]));

/** Whether outbound spam policies stop forwarding, by whom each acts on. Null where they were not read. */
function outboundBlock(facts: Facts): { reach: Reach; evidence: Evidence[] } | null {
  const policies = factOf(facts, 'outboundSpamPolicies');
  if (policies === undefined) return null;
  const set = {
    policies,
    rules: factOf(facts, 'outboundSpamRules') ?? null,
    presetRules: null,
    acceptedDomains: acceptedDomains(facts)?.names ?? null,
  };
  const reach = reachOf(protectionKinds.outbound, set, (policy) => isClosed.holds(policy));
  const evidence = policiesOf(reach).map((policy) =>
    settingEvidence('outboundSpamPolicies', policy, 'AutoForwardingMode'),
  );
  return { reach, evidence: evidence.slice(0, 20) };
}

/** Remote domains that mail may be forwarded to. What the customer declared counts by name; all domains at once do not. */
function openDomains(domains: readonly JsonObject[], { exemption }: CheckContext) {
  const allowed = exemption.allowedForwardingDomains.map((one) => one.toLowerCase()).filter((one) => one !== '*');
  const isAllowed = (domain: JsonObject) =>
    allowed.includes((textIn(domain, 'DomainName') ?? identityOf(domain)).toLowerCase());
  const open = domains.filter((domain) => flagIn(domain, 'AutoForwardEnabled') !== false);
  return { open: open.filter((domain) => !isAllowed(domain)), declared: open.filter(isAllowed) };
}

const domainName = (domain: JsonObject) => {
  const name = textIn(domain, 'DomainName') ?? identityOf(domain);
  return name === '*' ? 'every domain' : truncate(name, 100);
};

/** Forwarding that users set up by themselves: stopped by remote domains or by outbound spam policies, either of which is enough. */
function automatic(facts: Facts, context: CheckContext): CheckVerdict {
  const domains = factOf(facts, 'remoteDomains');
  const outbound = outboundBlock(facts);
  const evidence = [
    ...(domains ?? []).slice(0, 20).map((domain) => settingEvidence('remoteDomains', domain, 'AutoForwardEnabled')),
    ...(outbound?.evidence ?? []),
  ];
  if (outbound?.reach.kind === 'everybody')
    return verdict('pass', 'Outbound spam policies stop automatic forwarding for everyone.', evidence);
  if (domains === undefined) return missingData(facts, ['remoteDomains']);
  if (domains.length === 0) return verdict('couldNotCheck', 'Microsoft’s snapshot holds no remote domain.', evidence);
  const { open, declared } = openDomains(domains, context);
  const sure = open.filter((domain) => flagIn(domain, 'AutoForwardEnabled') === true);
  if (open.length === 0) {
    if (declared.length === 0) return verdict('pass', 'No remote domain allows automatic forwarding.', evidence);
    const message = `No remote domain allows automatic forwarding, apart from declared ones: ${names(declared, domainName)}.`;
    return { ...verdict('pass', message, evidence), excluded: declared.map((one) => `domain ${domainName(one)}`) };
  }
  if (sure.length === 0)
    return verdict('couldNotCheck', 'Microsoft’s snapshot does not say whether mail may be forwarded.', evidence);
  const where = names(sure, domainName);
  // Outbound spam policies that were not read, or of which it is not known whom they act on, may stop it.
  const isUnknown = outbound === null ? facts.outboundSpamPolicies !== undefined : outbound.reach.kind === 'unknown';
  if (isUnknown)
    return verdict(
      'warning',
      `Remote domains allow forwarding to ${where}. Whether an outbound spam policy stops it could not be read.`,
      evidence,
    );
  return verdict('fail', `Mail can be forwarded automatically to ${where}.`, evidence);
}

/** Mail flow rules go past remote domains and outbound spam policies. */
function byRules(facts: Facts, { now }: CheckContext): CheckVerdict {
  const rules = factOf(facts, 'transportRules');
  if (rules === undefined) return missingData(facts, ['transportRules']);
  const { outside, unsure } = forwardingRules(facts, rules, now);
  const evidence = forwardingEvidence([...outside, ...unsure]);
  if (outside.length > 0)
    return verdict('fail', `Mail flow rules send mail to addresses outside: ${names(outside, ruleName)}.`, evidence);
  if (unsure.length > 0)
    return verdict(
      'couldNotCheck',
      `Mail flow rules send mail on, and whether to somebody outside cannot be said: ${names(unsure, ruleName)}.`,
      evidence,
    );
  return verdict('pass', 'No mail flow rule sends mail to an address outside.', evidence);
}

const graveness = ['fail', 'notPermitted', 'couldNotCheck', 'notLicensed', 'notOffered', 'warning', 'pass'];

/** Both ways out; the worse of two decides, with what was seen of both. */
function gravest(first: CheckVerdict, second: CheckVerdict): CheckVerdict {
  const [worse, other] =
    graveness.indexOf(first.status) <= graveness.indexOf(second.status) ? [first, second] : [second, first];
  const message = worse.status === 'pass' ? `${worse.message} ${other.message}` : worse.message;
  const excluded = [...(worse.excluded ?? []), ...(other.excluded ?? [])];
  return {
    ...worse,
    ...(excluded.length > 0 && { excluded }),
    message,
    evidence: [...worse.evidence, ...other.evidence],
  };
}

const anyWay: Check['evaluate'] = (facts, context) => gravest(automatic(facts, context), byRules(facts, context));

/** As above, where the rules were not read by what is known. */
const automaticFirst: Check['evaluate'] = (facts, context) =>
  facts.transportRules === undefined ? automatic(facts, context) : anyWay(facts, context);

const outboundOnly = withData(['outboundSpamPolicies'], (_values, _context, facts) => {
  const block = outboundBlock(facts);
  const evidence = block?.evidence ?? [];
  const by = block === null ? '' : names(policiesOf(block.reach), policyName);
  if (block?.reach.kind === 'everybody')
    return verdict('pass', 'Outbound spam policies stop automatic forwarding for everyone.', evidence);
  if (block?.reach.kind === 'wrong')
    return verdict('fail', `Outbound spam policies allow automatic forwarding: ${by}.`, evidence);
  return verdict(
    'couldNotCheck',
    block === null || block.reach.by.length === 0
      ? 'Microsoft’s snapshot does not hold the default outbound spam policy.'
      : `Microsoft’s snapshot does not say whether automatic forwarding is allowed, or for whom: ${by}.`,
    evidence,
  );
});

/** What Secure Score says of forwarding where the mail flow rules were not read. */
const byScore = secureScoreControl(
  ['mdo_autoforwardingmode', 'mdo_blockmailforward'],
  'Automatic forwarding to external recipients is blocked',
  'Automatic forwarding to external recipients is not fully blocked',
);

/** Secure Score stands in for what was not read, and overrules nothing that was. */
const rulesOrScore: Check['evaluate'] = (facts, context) => {
  if (factOf(facts, 'transportRules') !== undefined) return anyWay(facts, context);
  const seen = automatic(facts, context);
  if (seen.status === 'fail') return seen;
  if (factOf(facts, 'secureScores') === undefined)
    return missingAlternatives(facts, ['transportRules', 'secureScores']);
  const score = byScore(facts, context);
  if (seen.status !== 'pass' || score.status !== 'fail') return score;
  return {
    ...score,
    status: 'warning',
    message: `Users cannot forward mail by themselves. ${score.message}`,
    evidence: [...seen.evidence, ...score.evidence],
  };
};

const turnOff =
  'Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Anti-spam > Anti-spam outbound policy: set automatic forwarding to Off. Exchange admin center > Mail flow > Remote domains > Default: clear "Allow automatic forwarding".';
const impact =
  'An attacker in a mailbox forwards all its mail externally and keeps reading after the password is changed.';
const base = { category: 'mail-flow', endangers: 'mail' } as const;

export const forwardingChecks: readonly Check[] = [
  {
    ...base,
    id: 'exo.forward',
    title: 'Automatic external forwarding is blocked',
    findingTitle: 'Automatic external forwarding is not fully blocked',
    severity: 'high',
    frameworks: { cis: ['6.2.1'], nist: ['PR.DS-02'], iso: ['A.5.14', 'A.8.12'] },
    datasets: ['transportRules', 'remoteDomains'],
    helpful: ['outboundSpamPolicies', 'outboundSpamRules', 'acceptedDomains', 'domains', 'secureScoreControlProfiles'],
    standIn: ['secureScores'],
    recommendation: `${turnOff} Exchange admin center > Mail flow > Rules: turn off the rules that the finding names.`,
    impact,
    evaluate: rulesOrScore,
  },
  {
    ...base,
    id: 'exo.forward.auto',
    title: 'Users cannot forward mail to other domains',
    findingTitle: 'Users can forward mail to other domains',
    severity: 'high',
    frameworks: { scuba: ['MS.EXO.1.1v2'] },
    datasets: ['remoteDomains'],
    helpful: ['outboundSpamPolicies', 'outboundSpamRules', 'transportRules', 'acceptedDomains', 'domains'],
    recommendation: turnOff,
    impact:
      'Anyone who gets into a mailbox has it send every message to another address, long after the password is changed.',
    evaluate: automaticFirst,
  },
  {
    ...base,
    id: 'exo.forward.rules',
    title: 'No mail flow rule sends mail outside',
    findingTitle: 'Mail flow rules send mail to addresses outside',
    severity: 'high',
    frameworks: { prowler: ['exchange_transport_rules_mail_forwarding_disabled'] },
    datasets: ['transportRules'],
    helpful: ['acceptedDomains', 'domains'],
    recommendation:
      'Exchange admin center > Mail flow > Rules: turn off the rules that the finding names, or send to a mailbox of your own.',
    impact: 'A rule that an attacker has made copies the mail of the whole organization, and no mailbox shows it.',
    evaluate: byRules,
  },
  {
    ...base,
    id: 'exo.forward.outbound',
    title: 'Outbound spam policies stop forwarding',
    findingTitle: 'An outbound spam policy allows automatic forwarding',
    severity: 'medium',
    frameworks: { prowler: ['defender_antispam_outbound_policy_forwarding_disabled'] },
    datasets: ['outboundSpamPolicies'],
    helpful: ['outboundSpamRules', 'acceptedDomains', 'domains'],
    recommendation: turnOff,
    impact: 'Forwarding that one mistake in a remote domain opens is not caught by the second lock.',
    evaluate: outboundOnly,
  },
];
