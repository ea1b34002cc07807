import type { Evidence } from '@tenantry/contract/verdicts';
import type { Facts } from '../../facts/facts.ts';
import { named } from '../../facts/sentence-parts.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { missingData } from '../shared/missing-data.ts';
import { exceptionSize } from './exception-size.ts';
import {
  type ExistingPolicies,
  existingPolicies,
  type PolicyAdvice,
  policyAdvice,
  readyText,
} from './existing-policies.ts';
import { blocks } from './grant.ts';
import { groupName, itemName, membersOfGroup } from './item-names.ts';
import { kindOf } from './items.ts';
import { type CaPolicy, namesDevices } from './policy.ts';
import type { Judgment, Requirement, Target } from './requirement.ts';
import type { SignInSpace } from './sign-in-space.ts';
import { whoIsAffected } from './who-is-affected.ts';
import { whyNotCovered } from './why-not-covered.ts';
import { witnessOf } from './witness.ts';

/** What was asked of the policies, and of which ones. */
export type Asked = {
  /** What the policies should do, as a clause: "MFA is required for all users". */
  goal: string;
  requirement: Requirement;
  advice: PolicyAdvice;
  /** Ids of accounts that the customer declared as intended exclusions: none of them stands for others. */
  declared?: readonly string[];
  /** Nobody reads more than the status. */
  isStatusEnough?: boolean;
};
export type Question = Asked & { policies: readonly CaPolicy[]; space: SignInSpace; facts: Facts };

const quoted = (policies: readonly CaPolicy[]): string => named(policies.map((policy) => `"${policy.name}"`));

/** A judgment in words: what is not covered, who is affected, and what to do about it. */
export function caVerdict(judgment: Judgment, question: Question): CheckVerdict {
  const { goal, facts } = question;
  // The widest first: a way past that asks for fewer things to be true is open to more sign-ins.
  const judged = { ...judgment, gaps: judgment.gaps.toSorted((a, b) => a.length - b.length) };
  const excluded = leftOut(judged.policies, facts);
  if (judged.status === 'pass')
    return {
      ...verdict('pass', `${passMessage(goal, judged.policies)}${acceptedText(judged.policies, facts)}`, [
        ...policyEvidence(judged.policies),
        ...acceptedEvidence(judged.policies, facts),
      ]),
      ...excluded,
    };
  const nameOfGap = (gap: readonly string[]): string => gapName(gap, facts);
  const notCovered = [...judged.gaps.map(nameOfGap), ...openLabels(judged.open)];
  const who = whoIsAffected({ ...question, open: judged.open, gaps: judged.gaps });
  const witness = witnessOf(question.space, judged.past, facts, question.declared);
  const told = (message: string, existing: ExistingPolicies | null, recommendation?: string): CheckVerdict => ({
    ...verdict(
      judged.status,
      message,
      [
        ...policyEvidence(judged.policies),
        ...(existing === null ? [] : existingEvidence(existing, judged.policies)),
        ...notCovered.map((name) => evidenceFrom('conditionalAccessPolicies', `not covered: ${name}`)),
        ...who.evidence,
      ],
      who.affected,
    ),
    ...(who.affectedCount !== undefined && { affectedCount: who.affectedCount }),
    ...(who.population !== undefined && { population: who.population }),
    ...excluded,
    ...(recommendation !== undefined && { recommendation }),
    ...(witness !== undefined && { witness }),
    explain: (declarations) => whyNotCovered(judged, existing, question, declarations),
  });
  if (judged.open.length > 0) {
    const existing = existingPolicies(question.policies, question.requirement, judged.open, question.space);
    const message = openMessage(goal, judged, existing, who.administrators);
    return told(message, existing, policyAdvice(existing, question.advice, nameOfGap));
  }
  if (judged.gaps.length === 0)
    return told(`It could not be proven that ${goal}: the policies have too many exclusions to follow.`, null);
  const more = judged.incomplete ? ' There may be more: not every way past the policies was looked for.' : '';
  const exceptions = named(judged.gaps.map(nameOfGap), 4);
  const { isTooMuch, text, mend, unread } = exceptionSize(judged.gaps, question.requirement.targets, facts);
  if (!isTooMuch && unread.length > 0) return missingData(facts, unread);
  const size = text === '' ? '' : `: ${text}`;
  if (!isTooMuch) return told(`${capital(goal)}, except for ${exceptions}${size}.${more}`, null, closeGaps);
  const message = `Conditional Access does not ensure that ${goal}: the exception is too large (${exceptions}${size}).${more}`;
  return { ...told(message, null, mend ?? closeGaps), status: 'fail' };
}

/** The status without its words: who is affected, and what could be turned on, takes longer to say than to judge. */
export function statusAlone(
  { status, open, gaps }: Pick<Judgment, 'status' | 'open' | 'gaps'>,
  { requirement, facts }: Question,
): CheckVerdict {
  if (status === 'pass' || open.length > 0 || gaps.length === 0) return verdict(status, '');
  const { isTooMuch, unread } = exceptionSize(gaps, requirement.targets, facts);
  if (!isTooMuch && unread.length > 0) return missingData(facts, unread);
  return verdict(isTooMuch ? 'fail' : status, '');
}

/** Six kinds of guest, and a few emergency accounts. */
const namedExclusions = 10;
const exclusions = { accepted: 'declared', expected: 'Microsoft advises' } as const;

const excludedNames = (policies: readonly CaPolicy[], kind: keyof typeof exclusions, facts: Facts): string[] => [
  ...new Set(policies.flatMap((policy) => policy[kind]).map((item) => itemName(item, facts))),
];

/** What the policies exclude and may, for whoever must not take it for covered. */
export function leftOut(policies: readonly CaPolicy[], facts: Facts): Pick<CheckVerdict, 'excluded'> {
  const items = policies.flatMap(({ accepted, expected }) => [...accepted, ...expected]);
  const names = new Map(items.filter((item) => kindOf(item) === 'user').map((item) => [item, itemName(item, facts)]));
  for (const item of items) {
    const id = item.slice('group:'.length);
    const members = kindOf(item) === 'group' ? membersOfGroup(id, facts) : null;
    // Its accounts are who is left out; without all of them the group stands for them.
    if (members === null || members.count === 0 || members.listed.length < members.count)
      names.set(item, itemName(item, facts));
    else
      for (const account of members.listed) {
        const key = `user:${account.id.toLowerCase()}`;
        if (!names.has(key)) names.set(key, `${itemName(key, facts)} (group ${groupName(id, facts)})`);
      }
  }
  return names.size > 0 ? { excluded: [...new Set(names.values())] } : {};
}

/** What the policies exclude and may: as the end of a message, empty where that is nothing. */
export function acceptedText(policies: readonly CaPolicy[], facts: Facts): string {
  const [declared, advised] = [excludedNames(policies, 'accepted', facts), excludedNames(policies, 'expected', facts)];
  return [
    declared.length === 0 ? '' : ` Excluded as declared: ${named(declared, namedExclusions)}.`,
    advised.length === 0 ? '' : ` Excluded as Microsoft advises: ${named(advised)}.`,
  ].join('');
}

function acceptedEvidence(policies: readonly CaPolicy[], facts: Facts): Evidence[] {
  return Object.entries(exclusions).flatMap(([kind, because]) =>
    policies.flatMap((policy) => {
      const items = policy[kind === 'accepted' ? 'accepted' : 'expected'];
      if (items.length === 0) return [];
      const excluded = named(
        items.map((item) => itemName(item, facts)),
        namedExclusions,
      );
      return [line(`excludes, as ${because}: ${excluded}`)(policy)];
    }),
  );
}

const isAboutBlocking = (goal: string): boolean => /block|closed/.test(goal);

/** A block meets every goal, since it lets nobody in; where blocking is not the goal, the message says so. */
function passMessage(goal: string, policies: readonly CaPolicy[]): string {
  const blocking = policies.filter((policy) => blocks(policy.grant) && !namesDevices(policy));
  if (isAboutBlocking(goal) || blocking.length === 0) return `${capital(goal)}, by ${quoted(policies)}.`;
  const others = policies.filter((policy) => !blocking.includes(policy));
  const blocked = `sign-ins blocked altogether by ${quoted(blocking)}`;
  return others.length === 0
    ? `Nobody gets so far: ${blocked}.`
    : `${capital(goal)}, by ${quoted(others)}; apart from ${blocked}.`;
}

const closeGaps = `${portal.conditionalAccess}: remove the named exclusions, or cover them by another policy. Declare emergency accounts in Tenantry, so that their exclusion no longer counts.`;
const namedItemsOfGap = 3;

/** A gap of several items is open to sign-ins to which all of them apply. */
function gapName(gap: readonly string[], facts: Facts): string {
  const names = gap.slice(0, namedItemsOfGap).map((item) => itemName(item, facts));
  const more = gap.length - names.length;
  return names.join(' together with ') + (more > 0 ? ` and ${more} more conditions` : '');
}

function openMessage(
  goal: string,
  judged: Judgment,
  existing: ExistingPolicies,
  administrators: readonly string[],
): string {
  const notCovered = administrators.length > 0 ? administrators : openLabels(judged.open);
  const open = ` Not covered: ${named(notCovered, 4)}.${readyText(existing)}`;
  const partial = judged.mainPolicies;
  if (partial.length > 0)
    return `Conditional Access does not ensure that ${goal}: ${quoted(partial)} ${partial.length === 1 ? 'covers' : 'cover'} only part of that.${open}`;
  const narrow = [...existing.narrow, ...existing.akin].filter(({ state }) => state === 'enabled');
  if (narrow.length > 0)
    return `Conditional Access does not ensure that ${goal}: ${quoted(narrow)} ${narrow.length === 1 ? 'is' : 'are'} too narrow.${open}`;
  return `No enabled Conditional Access policy ensures that ${goal}.${administrators.length > 0 ? open : readyText(existing)}`;
}

/** Where both kinds of modern client are open, the sign-ins are named once, without the client. */
function openLabels(open: readonly Target[]): string[] {
  const modern = (group: string): number =>
    open.filter((target) => target.group === group && target.minor !== true).length;
  return [...new Set(open.map((target) => (modern(target.group) > 1 ? target.group : target.label)))];
}

const line =
  (text: string) =>
  ({ name, id }: CaPolicy): Evidence =>
    evidenceFrom('conditionalAccessPolicies', `"${name}" ${text}`, id === '' ? undefined : id);

function policyEvidence(policies: readonly CaPolicy[]): Evidence[] {
  return policies
    .slice(0, 20)
    .map((policy) => line(`is on and ${blocks(policy.grant) ? 'blocks' : 'applies'}`)(policy));
}

/** Policies that do what is asked for, but not now or not for everybody. */
function existingEvidence({ ready, narrow, akin }: ExistingPolicies, told: readonly CaPolicy[]): Evidence[] {
  const states = { enabled: 'on', reportOnly: 'report-only', disabled: 'off', unknown: 'unknown' } as const;
  const close = narrow.filter((policy) => !told.includes(policy));
  return [
    ...ready.slice(0, 20).map((policy) => line(`is ${states[policy.state]}`)(policy)),
    ...close
      .slice(0, 20)
      .map((policy) => line(`is ${states[policy.state]} and has the control, but is too narrow`)(policy)),
    ...akin.slice(0, 20).map((policy) => line(`is ${states[policy.state]} and does not ask for this`)(policy)),
  ];
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
