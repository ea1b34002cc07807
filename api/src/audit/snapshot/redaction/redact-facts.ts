import type { Exemption, Exemptions } from '../../checks/shared/check.ts';
import { type DatasetName, datasets } from '../../facts/datasets.ts';
import { applicationSignedIn, type DatasetFailure, type DatasetResult, type Facts, factOf } from '../../facts/facts.ts';
import { type JsonObject, objectsAt, textAt } from '../../facts/json-reader.ts';
import type { FindingCondition } from '../../findings/finding-condition.ts';
import type { AcceptedRiskDeclaration, Declarations } from '../snapshot-declarations.ts';
import { isOwnWord } from './own-texts.ts';
import { redactBySchema } from './redact-by-schema.ts';
import { isMailWord } from './redact-mail.ts';
import { redactObject } from './redact-raw.ts';
import type { Originals } from './stand-ins.ts';
import { createTexts, type Texts } from './texts.ts';

/** Failures that this product found itself: their words are ours. */
const ownCodes = new Set([
  'NoDnsAnswer',
  'NoRoles',
  'TooMany',
  'UnexpectedAnswer',
  'NO_APP',
  applicationSignedIn,
  'WaitingForTurn',
  'RateLimited',
]);

function redactFailure<T extends DatasetFailure>(failure: T, texts: Texts): T {
  const { code, message } = failure;
  return {
    ...failure,
    code: /^[A-Za-z][A-Za-z0-9_]{0,79}$/.test(code) ? code : 'Redacted',
    message: ownCodes.has(code) ? texts.within(message) : message === '' ? '' : 'Message redacted.',
  };
}

function redactResult(name: DatasetName, result: DatasetResult, texts: Texts): DatasetResult {
  if (result.state === 'failed') return redactFailure(result, texts);
  const { missing } = result;
  return {
    ...result,
    value: redactBySchema(datasets[name].value, result.value, texts),
    ...(missing && { missing: redactFailure(missing, texts) }),
  };
}

/** Domains first, for their stand-ins are parts of others; then whose name and address belong to which account. */
function prepare(facts: Facts, tenant: JsonObject, texts: Texts): void {
  const verified = (factOf(facts, 'organization') ?? []).flatMap((one) => objectsAt(one, 'verifiedDomains'));
  const names = [
    ...(factOf(facts, 'domains') ?? []).map((one) => textAt(one, 'id')),
    ...verified.map((one) => textAt(one, 'name')),
    ...(factOf(facts, 'dns') ?? []).map(({ domain }) => domain),
    textAt(tenant, 'domain'),
  ];
  for (const name of names) if (name !== null) texts.own(name);
  const users = factOf(facts, 'users');
  const accounts = [
    ...(factOf(facts, 'roles')?.accounts ?? []),
    ...(users?.accounts ?? []),
    ...(users?.examples ?? []),
  ];
  for (const { id, upn } of accounts) if (upn !== null) texts.alias(upn, id);
  for (const { id, name } of accounts) texts.alias(name, id);
  for (const one of factOf(facts, 'organization') ?? []) texts.name('Organization', textAt(one, 'displayName') ?? '');
}

/** `user:…`, `domain:…`: an affected object of an accepted finding. */
function redactAffected(text: string, texts: Texts): string {
  const at = text.indexOf(':');
  const [type, id] = [text.slice(0, at), text.slice(at + 1)];
  if (type === 'domain') return `domain:${texts.host(id)}`;
  return at < 0 ? texts.id(text) : `${type}:${texts.keeps(id) ? id : texts.idOrWord(id)}`;
}

/** What a domain published, its words in order: stand-ins have another order. What is no word of ours is replaced. */
function redactPublished(gap: string, texts: Texts): string {
  const words = gap.split(' ').map((word) => {
    const quoted = texts.quoting(word);
    return quoted !== word || isMailWord(word) || isOwnWord(word)
      ? quoted
      : `word-${texts.standIns.number('word', word)}`;
  });
  return words.sort().join(' ');
}

const redactGap = (gap: string, texts: Texts): string =>
  gap.startsWith('not covered: ') ? texts.quoting(gap) : redactPublished(gap, texts);

/** `sharepointSettings sharingCapability`: names of datasets and properties stay, which look like host names. */
function redactSetting(name: string, texts: Texts): string {
  const isProperty = (part: string): boolean =>
    part.split('.').every((one) => texts.properties.has(one.toLowerCase()) || one in datasets || texts.keeps(one));
  return name
    .split(' ')
    .map((part) => (isProperty(part) ? part : texts.quoting(part)))
    .join(' ');
}

function redactCondition(condition: FindingCondition, texts: Texts): FindingCondition {
  const settings = Object.entries(condition.settings);
  return {
    ...condition,
    affected: condition.affected.map((one) => redactAffected(one, texts)).sort(),
    settings: Object.fromEntries(
      settings.map(([name, value]) => [redactSetting(name, texts), texts.keeps(value) ? value : texts.quoting(value)]),
    ),
    ...(condition.gaps && { gaps: condition.gaps.map((gap) => redactGap(gap, texts)) }),
  };
}

function redactExemption(exemption: Exemption, texts: Texts): Exemption {
  return {
    users: exemption.users.map(texts.id),
    groups: exemption.groups.map(texts.id),
    applications: exemption.applications.map(texts.idOrWord),
    guestUserTypes: exemption.guestUserTypes.map(texts.unknown),
    roleUsers: exemption.roleUsers.map(texts.id),
    roleGroups: exemption.roleGroups.map(texts.id),
    allowedForwardingDomains: exemption.allowedForwardingDomains.map((name) =>
      name === '*' ? name : texts.host(name),
    ),
    sensitiveUsers: exemption.sensitiveUsers.map(texts.person),
    partnerDomains: exemption.partnerDomains.map(texts.host),
  };
}

function redactRisk(risk: AcceptedRiskDeclaration, texts: Texts): AcceptedRiskDeclaration {
  return {
    ...risk,
    reason: texts.name('Reason', risk.reason),
    acceptedBy: risk.acceptedBy === null ? null : texts.person(risk.acceptedBy),
    condition: risk.condition === null ? null : redactCondition(risk.condition, texts),
  };
}

const exemptionsOf = (exemptions: Exemptions, texts: Texts): Exemptions =>
  Object.fromEntries(Object.entries(exemptions).map(([key, one]) => [key, redactExemption(one, texts)]));

export type Redacted = {
  facts: Facts;
  declarations: Declarations;
  tenant: JsonObject;
  /** What must not stand in any finished file; never written anywhere. */
  originals: Originals;
};

/**
 * Facts with stand-ins for everything that says whose they are: before they are judged, so that whatever is made of them
 * is redacted too. The same account, group or domain has the same stand-in throughout.
 * @param tenant what an audit says of its tenant: `id`, `name`, `domain` and the like
 * @param key at least 32 random bytes, drawn for this audit and thrown away: with another key all stand-ins are others
 */
export function redactFacts(facts: Facts, declared: Declarations, tenant: JsonObject, key: Uint8Array): Redacted {
  const texts = createTexts(key);
  prepare(facts, tenant, texts);
  const all = (): (readonly [string, DatasetResult])[] =>
    Object.entries(facts).map(([name, result]) => [name, redactResult(name as DatasetName, result, texts)] as const);
  // Sentences name what other datasets hold: the second time every name is known.
  all();
  const results = all();
  return {
    facts: Object.fromEntries(results) as Facts,
    declarations: {
      exemptions: exemptionsOf(declared.exemptions, texts),
      emergencyAccounts: declared.emergencyAccounts.map(({ account, reason, until }) => ({
        account: account.includes('@') ? texts.person(account) : texts.id(account),
        reason: texts.name('Reason', reason),
        until,
      })),
      acceptedRisks: declared.acceptedRisks.map((risk) => redactRisk(risk, texts)),
    },
    tenant: redactObject(tenant, texts, { kind: 'Organization', rules: 'tenant' }),
    originals: texts.originals,
  };
}
