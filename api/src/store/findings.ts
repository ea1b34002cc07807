import type { OfferedRisk } from '@tenantry/contract/client-decisions';
import type { FindingChange, FindingEvent, FindingOrder } from '@tenantry/contract/findings';
import { tenantIdOfRecordId } from '@tenantry/contract/ids';
import type { MicrosoftAnswer, MicrosoftOutcome } from '@tenantry/contract/microsoft-answers';
import type { NotCovered } from '@tenantry/contract/not-covered';
import { type Affected, type Category, type Evidence, type FreeSwitch, Severity } from '@tenantry/contract/verdicts';
import type { Witness } from '@tenantry/contract/witness';
import type * as z from 'zod/mini';
import type { FindingCondition } from '../audit/findings/finding-condition.ts';
import { areaOfLicenses, licenseGroupTitle } from '../audit/findings/license-group.ts';
import {
  all,
  type Collection,
  type Condition,
  every,
  type PageWithTotal,
  pageWithTotal,
  type Query,
} from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import type { StoredOutcome } from './approvals.ts';
import { containers } from './containers.ts';
import { folded } from './folded.ts';
import { type Rechecked, waitingRechecks } from './rechecks.ts';
import { inScope, readAtOnce, type Scope } from './scope.ts';

/** A risk that the client was offered to accept. `outcome`: what they did, or that it was taken back; null while neither. */
type RiskOffer = Pick<OfferedRisk, 'consequence' | 'until' | 'offeredBy' | 'offeredAt'> & {
  outcome: StoredOutcome | null;
  /** What was offered: what grows beyond it is not accepted by an answer to it. */
  condition: FindingCondition;
};

export type FindingRecord = Rechecked & {
  checkId: string;
  category: Category;
  severity: Severity;
  /** The order of the list as one text (domain/finding/finding-order.ts). */
  sortKey: string;
  title: string;
  description: string;
  recommendation: string;
  status: 'OPEN' | 'IN_PROGRESS' | 'ACCEPTED' | 'RESOLVED';
  /** There while the status is ACCEPTED. */
  acceptance: Acceptance | null;
  /** What the client was offered to live with; absent or null where they were not. */
  riskOffer?: RiskOffer | null;
  /** When they last answered an offer, so that a store can look for that; absent where they did not. */
  clientAnsweredAt?: string;
  /** When the acceptance ends; '' where there is none, so that a store can look for those that have ended. */
  acceptedUntil: string;
  /** By which baselines it does not count against the tenant. Absent in findings that never had one, as the next. */
  exceptions?: readonly BaselineException[];
  /** When the last of them ends; '' where there is none, so that a store can look for those that have one. */
  exceptedUntil?: string;
  /** Whether it failed or was a warning, in the last scan that saw it. */
  verdictStatus: 'warning' | 'fail';
  change: z.infer<typeof FindingChange>;
  evidence: Evidence[];
  affectedEntities: Affected[];
  affectedCount: number;
  references: string[];
  /** Why policies that come near do not cover it; absent in findings of before, and where none does. */
  notCovered?: NotCovered;
  /** The license that its remedy needs and the tenant does not have; null where there is none. */
  needsLicense: string | null;
  /** False where it is open and another stands for all open ones that need the same license: counts leave it out. */
  isCounted: boolean;
  /** What would close it that costs nothing; absent or null where nothing does. */
  closedBy?: FreeSwitch | null;
  /** A sign-in that gets past; absent or null in findings of other checks, and in those of before. */
  witness?: Witness | null;
  /** What Microsoft said of that very sign-in; absent or null where nobody asked. */
  microsoftAnswer?: MicrosoftAnswer | null;
  /** Its outcome, as a field that a store can look for; absent or '' where nobody asked. */
  microsoftSays?: MicrosoftOutcome | '';
  firstDetected: string;
  lastDetected: string;
  /** The scan that last wrote it: a resumed scan recognizes its own work. */
  scanLogId: string;
  /** How many times it was opened: 1, and one more for each time it came back. */
  occurrence: number;
  resolvedAt: string | null;
  resolvedBy: string | null;
  /** False where somebody resolved it by hand, and nothing has looked since (domain/finding/by-hand.ts). */
  isVerified: boolean;
  /** What the person who gave it its status said of it; '' where nobody said anything. */
  note: string;
  /** The oldest first: the first of all, and then the newest (domain/finding/finding-history.ts). */
  history: FindingEvent[];
  /** How many after the first are no longer kept. */
  historyOmitted: number;
} & Partial<FindingKeys>;

/** What lists are ordered by, beside what the record says anyway. Derived whenever a finding is written. */
type FindingKeys = {
  titleKey: string;
  severityKey: string;
  statusKey: string;
  /** When it was last opened, or opened again by what was seen: what notifications look for. Absent in findings of before. */
  openedAt?: string;
};

const statusRank = { OPEN: 0, IN_PROGRESS: 1, ACCEPTED: 2, RESOLVED: 3 } as const satisfies Record<
  FindingRecord['status'],
  number
>;
const affectedDigits = 8;

const opening: ReadonlySet<FindingEvent['what']> = new Set(['first-seen', 'back-again', 'acceptance-ended']);

/** The last time that it was opened, but for a person who did so by hand. */
export const lastOpening = ({ history }: Pick<FindingRecord, 'history'>): FindingEvent | undefined =>
  history.findLast(({ what }) => opening.has(what));

type Keyed = Pick<
  FindingRecord,
  'title' | 'severity' | 'status' | 'verdictStatus' | 'affectedCount' | 'needsLicense' | 'isCounted'
>;

/** The title of the row in which an open finding stands for all that need the same license. */
const standsForGroup = (
  { needsLicense, isCounted }: Pick<FindingRecord, 'needsLicense' | 'isCounted'>,
  status: FindingRecord['status'],
): string | null =>
  needsLicense !== null && isCounted && (status === 'OPEN' || status === 'IN_PROGRESS')
    ? licenseGroupTitle(needsLicense)
    : null;

/** Among equals the open come before the others, then failures, then what affects more, in the direction in which one looks first. */
function keysOf({ title, severity, status, verdictStatus, affectedCount, ...group }: Keyed): FindingKeys {
  const rank = Severity.options.indexOf(severity);
  const affected = Math.min(affectedCount, 10 ** affectedDigits - 1);
  const more = (count: number) => String(count).padStart(affectedDigits, '0');
  return {
    titleKey: folded(standsForGroup(group, status) ?? title),
    severityKey: [
      Severity.options.length - rank,
      statusRank.RESOLVED - statusRank[status],
      verdictStatus === 'fail' ? 1 : 0,
      more(affected),
    ].join(''),
    statusKey: [
      statusRank[status],
      rank,
      verdictStatus === 'fail' ? 0 : 1,
      more(10 ** affectedDigits - 1 - affected),
    ].join(''),
  };
}

/** What is not open stands for itself, whatever license its remedy needs. */
const standsForItself = ({ status }: Pick<FindingRecord, 'status'>): boolean =>
  status === 'ACCEPTED' || status === 'RESOLVED';

export const withFindingKeys = (finding: FindingRecord): FindingRecord => ({
  ...finding,
  isCounted: finding.isCounted || standsForItself(finding),
  ...keysOf(finding),
  openedAt: lastOpening(finding)?.at ?? finding.firstDetected,
});

/** The findings of a tenant, each written with what lists are ordered by. */
export function keyedFindings(findings: Collection<FindingRecord>): Collection<FindingRecord> {
  return {
    ...findings,
    create: (finding) => findings.create(withFindingKeys(finding)),
    replace: (finding, etag) => findings.replace(withFindingKeys(finding), etag),
  };
}

/** A risk that an administrator took on: for this condition, for this reason, until then. */
type Acceptance = {
  reason: string;
  acceptedBy: string;
  acceptedAt: string;
  expiresAt: string;
  /** The client did, who was offered it; absent where an administrator did. */
  isByClient?: true;
  condition: FindingCondition;
};

/** What a baseline does not ask of the tenant, as an administrator decided: for this condition, for this reason, until then. */
export type BaselineException = {
  baselineId: string;
  reason: string;
  by: string;
  at: string;
  expiresAt: string;
  condition: FindingCondition;
};

/** What is not held against a tenant: risks that somebody took on, and exceptions from baselines. */
export type Exempted = Pick<FindingRecord, 'tenantId' | 'checkId' | 'status' | 'acceptance'> & {
  exceptions: readonly BaselineException[];
};

export type FindingFilters = {
  /** Any of these. */
  statuses?: readonly FindingRecord['status'][] | undefined;
  severity?: Severity | undefined;
  category?: Category | undefined;
  /** Those that these checks found and no license or switch closes, and those that the switch closes. */
  mendedBy?: { checkIds: readonly string[]; closedBy: FreeSwitch | null } | undefined;
  /** Those that this finding stands for, and it itself. */
  group?: Pick<FindingRecord, 'tenantId' | 'needsLicense'> | undefined;
  search?: string | undefined;
};

export type FindingSort = { sort: FindingOrder; direction: 'asc' | 'desc' };

type FindingQuery = FindingFilters & FindingSort & { limit: number; cursor?: string | undefined };

/** Of open findings that need the same license one alone is counted. */
const counted = { field: 'isCounted', op: 'ne', value: false } as const satisfies Condition;

/** Every open finding that counts: what somebody has to do something about (docs/figures.md). */
export const countedOpen = [
  { field: 'status', op: 'in', value: ['OPEN', 'IN_PROGRESS'] },
  counted,
] as const satisfies readonly Condition[];

/** A page of findings, with the counts by status of all that the filters leave out too. */
type FindingPage = PageWithTotal<FindingRecord> & { counts: Record<FindingRecord['status'], number> };

const orderFields = {
  urgency: 'sortKey',
  severity: 'severityKey',
  title: 'titleKey',
  status: 'statusKey',
  affected: 'affectedCount',
  'first-detected': 'firstDetected',
  'last-detected': 'lastDetected',
} as const satisfies Record<FindingOrder, keyof FindingRecord>;

const orderOf = ({ sort, direction }: FindingSort): NonNullable<Query['orderBy']> => ({
  field: orderFields[sort],
  direction: sort === 'urgency' ? 'asc' : direction,
});

const hasExceptions: Condition = { field: 'exceptedUntil', op: 'gt', value: '' };

async function exemptedBy(
  findings: Pick<Collection<FindingRecord>, 'query'>,
  condition: Condition,
): Promise<Exempted[]> {
  const found: Exempted[] = [];
  for await (const finding of all(findings, { where: [condition], limit: readAtOnce })) {
    const { tenantId, checkId, status, acceptance, exceptions = [] } = finding;
    found.push({ tenantId, checkId, status, acceptance, exceptions });
  }
  return found;
}

const ofStatus = (value: readonly FindingRecord['status'][]): Condition => ({ field: 'status', op: 'in', value });

/** Of the area in which a finding is counted (`areaOf`): what needs a license is in that of the license. */
function inArea(category: Category): Condition[] {
  const ofCategory = { field: 'category', op: 'eq', value: category } as const;
  return category === areaOfLicenses
    ? [{ anyOf: [ofCategory, { field: 'needsLicense', op: 'ne', value: null }] }]
    : [ofCategory, { field: 'needsLicense', op: 'eq', value: null }];
}

/** What a remedy mends, as it is grouped: what needs a license waits for that, what a free switch closes is done by it. */
function ofRemedy({ checkIds, closedBy }: NonNullable<FindingFilters['mendedBy']>): Condition[] {
  const ofCheck = { field: 'checkId', op: 'in', value: checkIds } as const;
  const needsNone = { field: 'needsLicense', op: 'eq', value: null } as const;
  return closedBy === null
    ? [ofCheck, needsNone, { field: 'closedBy', op: 'eq', value: null }]
    : [needsNone, { anyOf: [ofCheck, { field: 'closedBy', op: 'eq', value: closedBy }] }];
}

function conditionsOf({ statuses, severity, category, mendedBy, group, search }: FindingFilters): Condition[] {
  const where: Condition[] = [];
  if (statuses) where.push(ofStatus(statuses));
  if (severity) where.push({ field: 'severity', op: 'eq', value: severity });
  if (category) where.push(...inArea(category));
  if (mendedBy) where.push(...ofRemedy(mendedBy));
  if (group) {
    const { tenantId, needsLicense } = group;
    where.push(
      { field: 'tenantId', op: 'eq', value: tenantId },
      { field: 'needsLicense', op: 'eq', value: needsLicense },
    );
  }
  if (search) {
    const inField = (field: string) => ({ field, op: 'contains' as const, value: search });
    where.push({ anyOf: [inField('title'), inField('description')] });
  }
  return where;
}

/** What matches, in the order that was asked for: for files. */
export const findingsQuery = (wanted: FindingFilters & FindingSort): Pick<Query, 'where' | 'orderBy'> => ({
  where: conditionsOf(wanted),
  orderBy: orderOf(wanted),
});

type Reads = Pick<Collection<FindingRecord>, 'query' | 'count'>;

/** Whether each finding is looked for by itself: by its words, by what mends it, or among those that count as one. */
export const isEachListed = ({ mendedBy, group, search }: FindingFilters): boolean =>
  mendedBy !== undefined || group !== undefined || search !== undefined;

/**
 * A page of findings, with the counts by status of all that the filters leave out too. What counts once is one row, unless each
 * finding is looked for by itself.
 */
export async function findingPage(findings: Reads, wanted: FindingQuery): Promise<FindingPage> {
  const countOf = (value: FindingRecord['status']) => findings.count([ofStatus([value]), counted]);
  const { limit, cursor } = wanted;
  const hasOpen = wanted.statuses?.every((status) => standsForItself({ status })) !== true;
  const where = isEachListed(wanted) || !hasOpen ? conditionsOf(wanted) : [...conditionsOf(wanted), counted];
  const [page, total, OPEN, IN_PROGRESS, ACCEPTED, RESOLVED] = await Promise.all([
    findings.query({ where, orderBy: orderOf(wanted), limit, cursor }),
    findings.count(where),
    countOf('OPEN'),
    countOf('IN_PROGRESS'),
    countOf('ACCEPTED'),
    countOf('RESOLVED'),
  ]);
  return { ...page, total, counts: { OPEN, IN_PROGRESS, ACCEPTED, RESOLVED } };
}

const isAnswered: Condition = { field: 'microsoftSays', op: 'in', value: ['confirmed', 'disagrees'] };
const isDisputed = [
  { field: 'status', op: 'in', value: ['OPEN', 'IN_PROGRESS', 'ACCEPTED'] },
  { field: 'microsoftSays', op: 'eq', value: 'disagrees' },
] as const satisfies readonly Condition[];

/** Reads of the findings of several tenants. A tenant's own are bound to it (`TenantRecords.findings`). */
export function openFindingStore(records: RecordStore) {
  const findings = records.across<FindingRecord>(containers.findings);
  return {
    page: (scope: Scope, wanted: FindingQuery) => findingPage(inScope(findings, scope), wanted),
    count: (scope: Scope, where: readonly Condition[]) => inScope(findings, scope).count(where),

    /** How many match. */
    matching: (scope: Scope, filters: FindingFilters) => inScope(findings, scope).count(conditionsOf(filters)),

    /** Those that stand and of which Microsoft said the opposite, when somebody asked: the most pressing, and how many. */
    disputed: (scope: Scope, limit: number) =>
      pageWithTotal(inScope(findings, scope), {
        where: isDisputed,
        orderBy: { field: 'sortKey', direction: 'asc' },
        limit,
      }),

    /** Whether Microsoft said anything of one at all. */
    isAnyAnswered: async (scope: Scope) =>
      (await inScope(findings, scope).query({ where: [isAnswered], limit: 1 })).items.length > 0,

    /** The finding of an id; null where it is not there, or not in scope. */
    async ofId(scope: Scope, id: string): Promise<FindingRecord | null> {
      const where: Condition[] = [
        { field: 'tenantId', op: 'eq', value: tenantIdOfRecordId(id) },
        { field: 'id', op: 'eq', value: id },
      ];
      return (await inScope(findings, scope).query({ where, limit: 1 })).items[0] ?? null;
    },

    /** All that match, one after the other, in the order that was asked for. */
    matches: (scope: Scope, wanted: FindingFilters & FindingSort) =>
      all(inScope(findings, scope), findingsQuery(wanted)),

    /** Which checks of which tenants found a risk that somebody took on. */
    async acceptedChecks(scope: Scope): Promise<Pick<FindingRecord, 'tenantId' | 'checkId'>[]> {
      const where: Condition[] = [{ field: 'status', op: 'eq', value: 'ACCEPTED' }];
      const accepted: Pick<FindingRecord, 'tenantId' | 'checkId'>[] = [];
      for await (const { tenantId, checkId } of all(inScope(findings, scope), { where, limit: readAtOnce })) {
        accepted.push({ tenantId, checkId });
      }
      return accepted;
    },

    /**
     * Which checks of which tenants found something that is not held against them, as far as it was seen to be so. Two reads: one of
     * both together could use no index.
     */
    async exempted(scope: Scope): Promise<Exempted[]> {
      const [accepted, excepted] = await Promise.all([
        exemptedBy(inScope(findings, scope), { field: 'status', op: 'eq', value: 'ACCEPTED' }),
        exemptedBy(inScope(findings, scope), hasExceptions),
      ]);
      return [...accepted, ...excepted.filter(({ status }) => status !== 'ACCEPTED')];
    },

    /** Which checks of which tenants found something that a baseline does not ask of them. */
    excepted: (scope: Scope): Promise<Exempted[]> => exemptedBy(inScope(findings, scope), hasExceptions),

    /** What these checks found that nobody took on and no look has seen mended: open findings, and those resolved by hand. */
    failing: (scope: Scope, checkIds: readonly string[]): Promise<FindingRecord[]> => {
      const open = { field: 'status', op: 'in', value: ['OPEN', 'IN_PROGRESS'] } as const;
      const byHand = { field: 'isVerified', op: 'eq', value: false } as const;
      const ofChecks = { field: 'checkId', op: 'in', value: checkIds } as const;
      return every(inScope(findings, scope), { where: [ofChecks, { anyOf: [open, byHand] }], limit: readAtOnce });
    },

    /** Findings that an earlier version wrote, without what lists are ordered by. */
    withoutKeys: (scope: Scope) =>
      all(inScope(findings, scope), { where: [{ field: 'titleKey', op: 'eq', value: null }] }),

    /** Findings whose re-check was sent before `before` and has not ended. */
    recheckWaiting: (scope: Scope, before: Date, limit: number) =>
      waitingRechecks(inScope(findings, scope), before, limit),

    /** Accepted findings whose acceptance has ended by `now`. */
    async acceptanceExpired(scope: Scope, now: Date, limit: number): Promise<FindingRecord[]> {
      const where: Condition[] = [
        { field: 'status', op: 'eq', value: 'ACCEPTED' },
        { field: 'acceptedUntil', op: 'gt', value: '' },
        { field: 'acceptedUntil', op: 'lte', value: now.toISOString() },
      ];
      return (await inScope(findings, scope).query({ where, limit })).items;
    },
  };
}

export type FindingStore = ReturnType<typeof openFindingStore>;
