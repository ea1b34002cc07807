import type { Affected } from '@tenantry/contract/verdicts';
import { type Facts, factOf } from '../../facts/facts.ts';
import {
  booleanAt,
  enumAt,
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  timeAt,
  valueAt,
} from '../../facts/json-reader.ts';
import type { RoleFacts } from '../../facts/role-facts.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { missingEvidence, withData } from '../shared/missing-data.ts';

const base = { category: 'external-sharing' } as const;

/** Days from one occurrence to the next, at most (patternedRecurrence, Microsoft Graph v1.0). */
const daysOf: ReadonlyMap<string, number> = new Map([
  ['daily', 1],
  ['weekly', 7],
  ['absolutemonthly', 31],
  ['relativemonthly', 31],
  ['absoluteyearly', 366],
  ['relativeyearly', 366],
]);
/** CIS asks for a review at least each month. */
const monthDays = 31;

type Review = {
  raw: JsonObject;
  name: string;
  everyDays: number | null;
  running: boolean;
  /** Whether what reviewers decide is carried out by itself, as far as the answer says. */
  applies: boolean;
  /** Whether access that no reviewer speaks for is removed, as far as the answer says. */
  removes: boolean;
  /** Its state, rhythm or scope does not have the documented form: it may be the one that is asked for, or not. */
  untold: boolean;
};

/** Wherever the scope of a review carries queries (accessReviewScope, Microsoft Graph v1.0). */
function scopesOf(raw: JsonObject): JsonObject[] {
  const scopes = ['scope', 'instanceEnumerationScope'].map((key) => objectAt(raw, key));
  return scopes.flatMap((scope) => [
    scope,
    ...objectsAt(scope, 'principalScopes'),
    ...objectsAt(scope, 'resourceScopes'),
  ]);
}

function isUntold(raw: JsonObject): boolean {
  const isText = (value: unknown): boolean => (value ?? null) === null || typeof value === 'string';
  const pattern = valueAt(raw, 'settings', 'recurrence', 'pattern') ?? null;
  const interval = valueAt(pattern, 'interval') ?? null;
  const isList = (value: unknown): boolean =>
    (value ?? null) === null || (Array.isArray(value) && value.every((item) => isObject(item)));
  const scopes = scopesOf(raw);
  const told =
    [raw.status, valueAt(pattern, 'type'), ...scopes.map(({ query }) => query)].every(isText) &&
    scopes.every(({ principalScopes, resourceScopes }) => isList(principalScopes) && isList(resourceScopes));
  return !told || (interval !== null && numberAt(pattern, 'interval') === null);
}

function reviewOf(raw: JsonObject, now: Date): Review {
  const pattern = objectAt(raw, 'settings', 'recurrence', 'pattern');
  const days = daysOf.get(enumAt(pattern, 'type') ?? '');
  const interval = numberAt(pattern, 'interval') ?? 1;
  const range = objectAt(raw, 'settings', 'recurrence', 'range');
  const lastDay = enumAt(range, 'type') === 'enddate' ? timeAt(range, 'endDate') : null;
  const over = lastDay !== null && lastDay + 86_400_000 <= now.getTime();
  return {
    raw,
    name: textAt(raw, 'displayName') ?? textAt(raw, 'id') ?? 'a review without a name',
    everyDays: days === undefined || interval < 1 ? null : days * interval,
    running: enumAt(raw, 'status') === 'inprogress' && !over,
    applies: booleanAt(raw, 'settings', 'autoApplyDecisionsEnabled') !== false,
    removes:
      booleanAt(raw, 'settings', 'defaultDecisionEnabled') !== false &&
      (enumAt(raw, 'settings', 'defaultDecision') ?? 'deny') === 'deny',
    untold: isUntold(raw),
  };
}

const rhythmOf = ({ everyDays, running, applies }: Review): string =>
  `${running ? 'running' : 'not running'}, ${everyDays === null ? 'once' : `every ${everyDays} days`}${applies ? '' : ', autoApplyDecisionsEnabled = false'}`;

/** The queries that say whom and what a review looks at. */
const queriesOf = ({ raw }: Review): string =>
  scopesOf(raw)
    .map((scope) => textAt(scope, 'query') ?? '')
    .join('\n');

const looksAtGuests = (review: Review): boolean => /usertype\s+eq\s+'guest'/i.test(queriesOf(review));
/** The query is bound to one group, team or application ("/groups/{id}/transitiveMembers/…"): guests elsewhere are left out. */
const isOfOneGroup = (review: Review): boolean =>
  /(?:^|\/)(?:groups|teams|serviceprincipals)\/[^/?\s]+/im.test(queriesOf(review));
const looksAtRole = (review: Review, templateId: string): boolean =>
  queriesOf(review).toLowerCase().includes(templateId.toLowerCase());
const isMonthly = ({ running, everyDays, untold }: Review): boolean =>
  !untold && running && everyDays !== null && everyDays <= monthDays;
const notTold = "Microsoft's response does not give the scope and frequency of every access review.";

const evidenceOf = (reviews: readonly Review[]) =>
  reviews.map((review) =>
    evidenceFrom('accessReviews', `"${review.name}": ${rhythmOf(review)}`, textAt(review.raw, 'id') ?? undefined),
  );

function guestReviews(reviews: readonly Review[]): CheckVerdict {
  const own = reviews.filter(looksAtGuests);
  const evidence =
    own.length > 0
      ? evidenceOf(own)
      : [evidenceFrom('accessReviews', `${countOf(reviews.length, 'review')}, none of guests`)];
  const ofAll = own.filter((review) => isMonthly(review) && !isOfOneGroup(review));
  if (ofAll.some(({ applies, removes }) => applies && removes))
    return verdict('pass', 'Guest access is reviewed at least monthly.', evidence);
  if (reviews.some(({ untold }) => untold)) return verdict('couldNotCheck', notTold, evidence);
  if (ofAll.length > 0)
    return verdict(
      'warning',
      'Guest access is reviewed monthly, but it is not removed by itself where reviewers deny it or do not respond.',
      evidence,
    );
  if (own.some(isMonthly))
    return verdict('warning', 'Guest access is reviewed monthly for some groups or applications only.', evidence);
  if (own.some(({ running }) => running))
    return verdict('warning', 'Guest access is reviewed, but less often than monthly.', evidence);
  return verdict('fail', 'Guest access is not reviewed.', evidence);
}

/** Privileged roles that somebody holds, or may hold, by template id. */
function heldRoles({ holdings, unresolvedGroups }: RoleFacts): Map<string, string> {
  const held = new Map(holdings.map(({ roleTemplateId, roleName }) => [roleTemplateId.toLowerCase(), roleName]));
  for (const { roleTemplateId } of unresolvedGroups) {
    const id = roleTemplateId.toLowerCase();
    held.set(id, held.get(id) ?? id);
  }
  return held;
}

function roleReviews(
  reviews: readonly Review[],
  roles: RoleFacts,
  reviewed: readonly string[],
  facts: Facts,
): CheckVerdict {
  const held = [...heldRoles(roles)].filter(([id]) => reviewed.includes(id));
  if (roles.eligibility === 'refused')
    return verdict('couldNotCheck', 'Eligible role assignments could not be read.', missingEvidence(facts, ['roles']));
  if (held.length === 0) return verdict('notApplicable', 'Nobody holds any of the roles to review.');
  // CIS 5.3.3: a decision that nobody carries out takes no role away.
  const monthly = reviews.filter((review) => isMonthly(review) && review.applies);
  const without = held.filter(([id]) => !monthly.some((review) => looksAtRole(review, id)));
  const affected: Affected[] = without.map(([id, name]) => ({ type: 'role', id, name }));
  const own = reviews.filter((review) => held.some(([id]) => looksAtRole(review, id)));
  const evidence =
    own.length > 0
      ? evidenceOf(own)
      : [evidenceFrom('accessReviews', `${countOf(reviews.length, 'review')}, none of privileged roles`)];
  if (without.length === 0)
    return verdict(
      'pass',
      `${countOf(held.length, 'privileged role is', 'privileged roles are')} reviewed monthly.`,
      evidence,
    );
  if (reviews.some(({ untold }) => untold)) return verdict('couldNotCheck', notTold, evidence);
  const names = named(without.map(([, name]) => name));
  const some = without.length < held.length || own.some(({ running }) => running);
  return verdict(some ? 'warning' : 'fail', `Not reviewed at least monthly: ${names}.`, evidence, affected);
}

/** Roles of CIS Microsoft 365 Foundations 5.3.3, by template id. */
const reviewedRoles: readonly string[] = [
  '62e90394-69f5-4237-9190-012177145e10',
  '29232cdf-9323-42fd-ade2-1d097af3e4de',
  'f28a1f50-f6e7-4571-818b-6a12f2af6b6c',
  '69091246-20e8-4a56-aa4d-066075b2a7a8',
  '194ae4cb-b126-40b2-bd5b-6091b380977d',
];

export const accessReviewChecks: readonly Check[] = [
  {
    ...base,
    id: 'review.guests',
    title: 'Guest access is reviewed monthly',
    findingTitle: 'Guest access is not reviewed monthly',
    severity: 'low',
    endangers: 'some',
    frameworks: { cis: ['5.3.2'], prowler: ['entra_access_review_guest_users_configured'] },
    datasets: ['accessReviews'],
    helpful: ['users'],
    recommendation: `${portal.accessReviews}: create a monthly review of all Microsoft 365 groups with guests that applies its results automatically and removes access if reviewers don't respond.`,
    impact: 'Guests keep access to files and teams long after the project is over.',
    evaluate: withData(['accessReviews'], ([raw], { now }, facts) => {
      const users = factOf(facts, 'users');
      if (users?.guests === 0) return verdict('notApplicable', 'The tenant has no guests.');
      return guestReviews(raw.map((one) => reviewOf(one, now)));
    }),
  },
  {
    ...base,
    id: 'review.roles',
    title: 'Privileged roles are reviewed monthly',
    findingTitle: 'Privileged roles are not reviewed monthly',
    category: 'mfa',
    severity: 'low',
    endangers: 'tenant',
    frameworks: { cis: ['5.3.3'], prowler: ['entra_access_review_privileged_roles_configured'] },
    datasets: ['accessReviews', 'roles'],
    recommendation: `${portal.accessReviews}: create a monthly review of Microsoft Entra roles for each of the named roles, and let it apply its results automatically.`,
    impact: 'Users keep administrator roles that they no longer need, and each is a target.',
    evaluate: withData(['accessReviews', 'roles'], ([raw, roles], { now }, facts) =>
      roleReviews(
        raw.map((one) => reviewOf(one, now)),
        roles,
        reviewedRoles,
        facts,
      ),
    ),
  },
];
