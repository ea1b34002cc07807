import { truncate } from '@tenantry/contract/text';
import type { Evidence } from '@tenantry/contract/verdicts';
import { acceptedDomains } from '../../facts/accepted-domains.ts';
import { flagIn, isSet, numberIn, textIn, textsIn, wordIn } from '../../facts/configuration-properties.ts';
import type { Facts } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { settingEvidence } from '../shared/configured-settings.ts';

/** Whether it is within the dates that a rule is for; null where one of them cannot be read. */
function isInTime(rule: JsonObject, now: Date): boolean | null {
  const told = (name: string) => (isSet(rule, name) ? Date.parse(textIn(rule, name) ?? '') : null);
  const [begins, ends] = [told('ActivationDate'), told('ExpiryDate')];
  if ((begins ?? 0) > now.getTime() || (ends ?? Number.POSITIVE_INFINITY) <= now.getTime()) return false;
  return Number.isNaN(begins) || Number.isNaN(ends) ? null : true;
}

/**
 * Whether a mail flow rule acts: turned on, no test, and within its dates (Exchange Online, Set-TransportRule, -Mode,
 * -ActivationDate, -ExpiryDate). Null where it does not say.
 */
export function acts(rule: JsonObject, now: Date): boolean | null {
  const enabled =
    flagIn(rule, 'Enabled') ?? (wordIn(rule, 'State') === null ? null : wordIn(rule, 'State') === 'enabled');
  const mode = wordIn(rule, 'Mode');
  const inTime = isInTime(rule, now);
  if (enabled === false || (mode !== null && mode !== 'enforce') || inTime === false) return false;
  return enabled === null || mode === null || inTime === null ? null : true;
}

export const ruleName = (rule: JsonObject): string =>
  truncate(textIn(rule, 'Name') ?? textIn(rule, 'Identity') ?? '', 100);
export const ruleEvidence = (rules: readonly JsonObject[], property: string): Evidence[] =>
  rules.slice(0, 20).map((rule) => settingEvidence('transportRules', rule, property));

/** Conditions of a mail flow rule, all of which have to be met (Exchange Online, "Mail flow rule conditions and exceptions"). */
const conditionNames = new Set(
  `
  adcomparisonattribute adcomparisonoperator anyofccheader anyofccheadermemberof anyofrecipientaddresscontainswords
  anyofrecipientaddressmatchespatterns anyoftoccheader anyoftoccheadermemberof anyoftoheader anyoftoheadermemberof
  attachmentcontainswords attachmentextensionmatcheswords attachmenthasexecutablecontent attachmentispasswordprotected
  attachmentisunsupported attachmentmatchespatterns attachmentnamematchespatterns attachmentprocessinglimitexceeded
  attachmentpropertycontainswords attachmentsizeover betweenmemberof1 betweenmemberof2 contentcharactersetcontainswords
  from fromaddresscontainswords fromaddressmatchespatterns frommemberof hasclassification hasnoclassification
  hassenderoverride headercontainsmessageheader headercontainswords headermatchesmessageheader headermatchespatterns
  manageraddresses managerforevaluateduser messagecontainsdataclassifications messagesizeover messagetypematches
  recipientadattributecontainswords recipientadattributematchespatterns recipientaddresscontainswords
  recipientaddressmatchespatterns recipientdomainis recipientinsenderlist sclover senderadattributecontainswords
  senderadattributematchespatterns senderdomainis senderinrecipientlist senderipranges sendermanagementrelationship
  sentto senttomemberof senttoscope subjectcontainswords subjectmatchespatterns subjectorbodycontainswords
  subjectorbodymatchespatterns withimportance
  `
    .trim()
    .split(/\s+/),
);

/** What a rule is and does, and the direction of mail that it is for. */
const noCondition =
  /^(name|identity|guid|enabled|state|mode|priority|comments|ruleerroraction|rulesubtype|ruleversion|senderaddresslocation|stopruleprocessing|activationdate|expirydate|dlppolicy|ensure|fromscope|recipientaddresstype|uselegacyregex|description|whenchanged|size|isvalid|objectstate|distinguishedname|immutableid|organizationid|createdby|lastmodifiedby|manuallymodified|runspaceid|(prepend|apply|set|add|remove|copyto|blindcopyto|redirect|route|quarantine|delete|reject|moderate|generate|incidentreport|notify|smtpreject|disconnect|logevent).*)$/i;

const says = (rule: JsonObject, name: string) => flagIn(rule, name) !== false && isSet(rule, name);

/**
 * What narrows the messages from outside that a rule acts on. `unknown`: properties of which it is not known whether they are
 * conditions.
 */
export function narrowedBy(rule: JsonObject): { conditions: string[]; exceptions: string[]; unknown: string[] } {
  const set = Object.keys(rule).filter((name) => !noCondition.test(name) && !name.includes('@') && says(rule, name));
  const isInbound = (name: string) => /^senttoscope$/i.test(name) && wordIn(rule, name) === 'inorganization';
  const isException = (name: string) => /^exceptif/i.test(name);
  // What carries the mark already needs no other.
  const mark = textIn(rule, 'PrependSubject')?.trim().toLowerCase() ?? '';
  const isOfMarked = (name: string) =>
    /^exceptifsubjectcontainswords$/i.test(name) &&
    mark !== '' &&
    (textsIn(rule, name) ?? ['']).every((words) => words.trim().toLowerCase() === mark);
  const isCondition = (name: string) => conditionNames.has(name.toLowerCase());
  return {
    conditions: set.filter((name) => isCondition(name) && !isInbound(name)),
    exceptions: set.filter((name) => isException(name) && !isOfMarked(name)),
    unknown: set.filter((name) => !isCondition(name) && !isException(name)),
  };
}

const forwarding = ['RedirectMessageTo', 'BlindCopyTo', 'CopyTo', 'AddToRecipients'] as const;

/** What sends a message on: also a report that carries it whole (Set-TransportRule, -IncidentReportContent). */
function forwardingOf(rule: JsonObject): string[] {
  const carriesMail = (textsIn(rule, 'IncidentReportContent') ?? []).some((part) => /attachoriginalmail/i.test(part));
  return [...forwarding, ...(carriesMail ? ['GenerateIncidentReport'] : [])].filter((name) => isSet(rule, name));
}

/** Rules that send messages on: to addresses outside, or to recipients of whom that cannot be said. */
export function forwardingRules(facts: Facts, rules: readonly JsonObject[], now: Date) {
  const own = acceptedDomains(facts);
  const outside: JsonObject[] = [];
  const unsure: JsonObject[] = [];
  for (const rule of rules) {
    if (acts(rule, now) === false) continue;
    const set = forwardingOf(rule);
    if (set.length === 0) continue;
    const isReadable = set.every((name) => textsIn(rule, name) !== null);
    // One text may hold several addresses.
    const recipients = set
      .flatMap((name) => textsIn(rule, name) ?? [])
      .flatMap((text) => text.split(/[,;]/))
      .filter((text) => text.trim() !== '');
    const domains = recipients.map((one) => /@([^@\s>]+)>?$/.exec(one.trim())?.[1]?.toLowerCase() ?? null);
    const isOutside = own !== null && domains.some((domain) => domain !== null && !own.isOwn(domain));
    if (isOutside && acts(rule, now) === true) outside.push(rule);
    else if (isOutside || own === null || !isReadable || domains.includes(null)) unsure.push(rule);
  }
  return { outside, unsure };
}

export const forwardingEvidence = (rules: readonly JsonObject[]): Evidence[] =>
  rules.slice(0, 10).flatMap((rule) => forwardingOf(rule).map((name) => settingEvidence('transportRules', rule, name)));

/** Rules in the order in which they are worked: the lowest number first. */
export const inOrder = (rules: readonly JsonObject[]): JsonObject[] =>
  [...rules].sort((a, b) => (numberIn(a, 'Priority') ?? 0) - (numberIn(b, 'Priority') ?? 0));
