import * as z from 'zod/mini';
import { OfferedRisk } from './client-decisions.ts';
import { defineEndpoint } from './endpoint.ts';
import { groupFilter } from './group-filter.ts';
import { TenantId, TenantRecordId } from './ids.ts';
import { Instant, listOf, listQuery, Reason, SearchText } from './lists.ts';
import { MicrosoftAnswer } from './microsoft-answers.ts';
import { NotCovered } from './not-covered.ts';
import { Recheck, RecheckResult } from './rechecks.ts';
import { line, prose } from './text.ts';
import { Affected, Category, Evidence, FreeSwitch, Severity } from './verdicts.ts';
import { Witness } from './witness.ts';
import { ApprovalStatus, TaskStatus } from './work-status.ts';

/** `accepted`: an administrator took the risk on, with a reason and until a day. */
export const FindingStatus = z.enum(['unresolved', 'in-progress', 'accepted', 'resolved']);
export type FindingStatus = z.infer<typeof FindingStatus>;

/** What the latest scan said of it: `not-verified` where the check could not be made again. */
export const FindingChange = z.enum(['new', 'still-there', 'resolved', 'reopened', 'not-verified']);
export type FindingChange = z.infer<typeof FindingChange>;

/** The longest that a risk can be accepted for: then it is looked at again. */
export const maxAcceptanceDays = 366;

export const Acceptance = z.object({
  reason: z.string(),
  acceptedBy: z.string(),
  acceptedAt: Instant,
  expiresAt: Instant,
  /** The client did, who was offered it; else an administrator. */
  isByClient: z.boolean(),
});
export type Acceptance = z.infer<typeof Acceptance>;

export const Finding = z.object({
  id: TenantRecordId,
  tenantId: TenantId,
  tenant: z.string(),
  checkId: z.string(),
  title: z.string(),
  severity: Severity,
  status: FindingStatus,
  change: FindingChange,
  category: Category,
  description: z.string(),
  recommendation: z.string(),
  affectedCount: z.number(),
  firstDetected: Instant,
  lastDetected: Instant,
  resolvedAt: z.nullable(Instant),
  resolvedBy: z.nullable(z.string()),
  /** False where somebody resolved it by hand, and no scan and no re-check has agreed since. */
  isVerified: z.boolean(),
  /** What the person who gave it its status said of it; '' where nobody said anything. A scan that opens it again clears it. */
  note: z.string(),
  acceptance: z.nullable(Acceptance),
  /** What mends it, and the help article of that name; null where the catalog no longer has the check. */
  remedy: z.nullable(z.object({ id: z.string(), title: z.string() })),
  /** The license that the remedy needs and the tenant does not have. */
  needsLicense: z.nullable(z.string()),
  /**
   * How many other open findings need the same license: all of them count as one, in every figure, and are one row of the list,
   * in the texts of all. `group` asks for each.
   */
  countsWith: z.number(),
  /** Whether it is the one that is counted. */
  isCounted: z.boolean(),
  /** What would close it that costs nothing; null where nothing does. */
  closedBy: z.nullable(FreeSwitch),
  /** The finding comes from the simulator. */
  isSimulated: z.boolean(),
});
export type Finding = z.infer<typeof Finding>;

/** The work that would close a finding, alone or with others, and how it stands (decision 056). */
export const FindingWork = z.object({
  /** A remedy; a license where the remedy needs one; the check itself where the catalog no longer has it. */
  remedyId: z.string(),
  title: z.string(),
  /** The newest about this work; null where nobody was asked. `since`: when it was asked for, or decided. */
  approval: z.nullable(z.object({ id: TenantRecordId, status: ApprovalStatus, since: Instant })),
  /** The one in work, else the one that was completed last; null where there is none. */
  task: z.nullable(z.object({ id: TenantRecordId, title: z.string(), status: TaskStatus })),
});
export type FindingWork = z.infer<typeof FindingWork>;

/** A finding as a list has it. `work` is null in a list of several tenants: the details tell it. */
export const ListedFinding = z.extend(Finding, { work: z.nullable(FindingWork) });
export type ListedFinding = z.infer<typeof ListedFinding>;

/** `noted`: the status stayed, and what is said of it is new. `verified`: a scan or re-check agrees that it is resolved. */
export const FindingEventKind = z.enum([
  'first-seen',
  'resolved',
  'verified',
  'back-again',
  'work-started',
  'reopened',
  'accepted',
  'acceptance-ended',
  'noted',
]);
export type FindingEventKind = z.infer<typeof FindingEventKind>;

/** What became of a finding at one moment. `by`: a person's name, or `scanner`, `re-check` or `system`. */
export const FindingEvent = z.object({
  /** Of a scan: when it asked for the data. */
  at: Instant,
  what: FindingEventKind,
  by: z.string(),
  /** '' where nothing was said. */
  note: z.string(),
  /** The scan that saw it; null where none did, or where an earlier version did not keep which. */
  scanLogId: z.nullable(TenantRecordId),
});
export type FindingEvent = z.infer<typeof FindingEvent>;

export const FindingDetails = z.extend(Finding, {
  /** What can happen while it is so; null where the catalog no longer has the check. */
  impact: z.nullable(z.string()),
  evidence: z.array(Evidence),
  affected: z.array(Affected),
  references: z.array(z.string()),
  /** Why policies that come near do not cover it; null where none does, and of findings of before until the next look. */
  notCovered: z.nullable(NotCovered),
  work: FindingWork,
  /** The last look at its check outside a scan, with what it saw; null where there is none since the latest scan saw it fail. */
  recheck: z.nullable(z.extend(Recheck, { result: z.nullable(RecheckResult) })),
  /** A sign-in that gets past, of a finding of Conditional Access; null where there is none, or a scan of before found it. */
  witness: z.nullable(Witness),
  /** What Microsoft said of that sign-in; null where nobody asked. */
  microsoftAnswer: z.nullable(MicrosoftAnswer),
  /** What can happen, as the client's management reads it, to begin an offer with; null where the catalog no longer has the check. */
  clientRisk: z.nullable(z.string()),
  /** What the client was offered to live with; null where they were not. */
  riskOffer: z.nullable(OfferedRisk),
  /** The newest first. */
  history: z.array(FindingEvent),
  /** How many events between the first and the others that are listed are not kept; of findings of before, at least so many. */
  historyOmitted: z.number(),
});
export type FindingDetails = z.infer<typeof FindingDetails>;

export const FindingTotals = z.object({
  unresolved: z.number(),
  inProgress: z.number(),
  accepted: z.number(),
  resolved: z.number(),
  total: z.number(),
});

/** `open`: unresolved or in progress. */
export const FindingStatusFilter = z.enum(['open', ...FindingStatus.options]);
export type FindingStatusFilter = z.infer<typeof FindingStatusFilter>;

const findingFilters = {
  status: z.optional(FindingStatusFilter),
  severity: z.optional(Severity),
  category: z.optional(Category),
  /** Those that one remedy mends; each is a row. */
  remedy: z.optional(line({ max: 64 })),
  search: z.optional(SearchText),
};

/**
 * By `urgency` the most urgent come first, whatever `direction` says. The others take it, ascending by default: `severity` then
 * begins with the least severe, `status` with the unresolved, `title` goes without regard to case and accents.
 */
export const FindingOrder = z.enum([
  'urgency',
  'severity',
  'title',
  'status',
  'affected',
  'first-detected',
  'last-detected',
]);
export type FindingOrder = z.infer<typeof FindingOrder>;

const findingOrder = {
  sort: z._default(FindingOrder, 'urgency'),
  direction: z._default(z.enum(['asc', 'desc']), 'asc'),
};

export const listFindings = defineEndpoint({
  name: 'findings',
  summary: 'Findings of the selected tenant, or of all tenants in scope, most urgent first',
  method: 'GET',
  path: '/api/graph/findings',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'headerIfPresent' },
  group: 'query',
  query: z.object({
    ...listQuery,
    ...groupFilter,
    ...findingFilters,
    /** Those that count as one with this finding, and it itself; each is a row. */
    group: z.optional(TenantRecordId),
    ...findingOrder,
  }),
  /**
   * `summary` counts by status over the tenant or scope, whatever the filters. Without `remedy`, `group` and `search` a row of the
   * list is what counts once, and what needs a license is in the area of Conditional Access, so that rows are what is counted.
   */
  response: z.extend(listOf(ListedFinding), { summary: FindingTotals }),
});

const SettableStatus = z.enum(['unresolved', 'in-progress', 'resolved']);
export const maxFindingNote = 1000;
const FindingNote = prose({ max: maxFindingNote });

/** `note`: what is to be said of any other status than `resolved`, which takes a reason. */
const statusChange = { status: SettableStatus, note: z.optional(FindingNote), reason: z.optional(Reason) };
type StatusChange = { status: z.infer<typeof SettableStatus>; note?: string | undefined; reason?: string | undefined };

const withReason = [
  z.refine<StatusChange>(({ status, reason }) => status !== 'resolved' || reason !== undefined, {
    message: 'Give a reason: what was done, and how anybody can tell. Or check again, which resolves what passes',
    path: ['reason'],
  }),
  z.refine<StatusChange>(({ status, reason }) => status === 'resolved' || reason === undefined, {
    message: 'A reason is for resolving: write a note instead',
    path: ['reason'],
  }),
  z.refine<StatusChange>(({ status, note }) => status !== 'resolved' || note === undefined, {
    message: 'Resolving takes a reason: write it there',
    path: ['note'],
  }),
] as const;

const findingParams = z.object({ findingId: TenantRecordId });

export const getFinding = defineEndpoint({
  name: 'finding-get',
  summary: 'One finding with its evidence',
  method: 'GET',
  path: '/api/findings/{findingId}',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'idPrefix', name: 'findingId' },
  /** Pages ask it while a re-check is under way. */
  background: true,
  params: findingParams,
  response: FindingDetails,
});

export const setFindingStatus = defineEndpoint({
  name: 'finding-set-status',
  summary:
    'Start work on a finding, open it again, or resolve it by hand, with a reason: not verified until a scan or re-check agrees',
  method: 'PATCH',
  path: '/api/findings/{findingId}',
  access: 'technician',
  tenant: { from: 'idPrefix', name: 'findingId' },
  params: findingParams,
  body: z.object(statusChange).check(...withReason),
  multiline: ['note'],
  response: FindingDetails,
});

export const recheckFinding = defineEndpoint({
  name: 'finding-recheck',
  summary:
    'Look at the check of a finding again: 202 while that goes on; the finding is resolved where the check passes',
  method: 'POST',
  path: '/api/findings/{findingId}/recheck',
  access: 'technician',
  token: 'propose',
  tenant: { from: 'idPrefix', name: 'findingId' },
  params: findingParams,
  statuses: [200, 202],
  response: FindingDetails,
});

export const askMicrosoft = defineEndpoint({
  name: 'finding-ask-microsoft',
  summary:
    'Ask Microsoft what it makes of the sign-in that gets past, and keep the answer with the finding; nothing is signed in',
  method: 'POST',
  path: '/api/findings/{findingId}/ask-microsoft',
  access: 'technician',
  tenant: { from: 'idPrefix', name: 'findingId' },
  params: findingParams,
  response: FindingDetails,
});

/** As many as a page of a list holds at most. */
export const maxFindingsAtOnce = 200;

export const setFindingStatuses = defineEndpoint({
  name: 'findings-set-status',
  summary:
    'Start work on findings of one tenant, open them again, or resolve them by hand, with a reason; each for itself, in one call',
  method: 'POST',
  path: '/api/findings/status',
  access: 'technician',
  tenant: { from: 'body', name: 'tenantId' },
  body: z
    .object({
      tenantId: TenantId,
      findingIds: z
        .array(TenantRecordId)
        .check(
          z.minLength(1, 'Name at least one finding'),
          z.maxLength(maxFindingsAtOnce, 'At most 200 findings at once'),
        ),
      ...statusChange,
    })
    .check(...withReason),
  multiline: ['note'],
  /** One for each finding that was named, in that order; `why` where it was not changed, for people to read. */
  response: z.object({
    items: z.array(
      z.object({
        findingId: TenantRecordId,
        outcome: z.enum(['changed', 'unchanged', 'refused', 'not-found']),
        why: z.nullable(z.string()),
      }),
    ),
  }),
});

/** A check whose verdict work would change, by the title of its finding. */
const ChangedCheck = z.object({ checkId: z.string(), title: z.string(), severity: Severity });

/** What an audit would say once a piece of work is done, as judging with it done showed at the end of the scan. */
export const WorkGain = z.object({
  /** The score that the audit would have; null where no score is told. */
  score: z.nullable(z.number()),
  /** Findings that would be none. `isOther`: of other work, or accepted. */
  closes: z.array(z.extend(ChangedCheck, { isOther: z.boolean() })),
  /** Failures that would still be warnings. */
  improves: z.array(ChangedCheck),
  /** Checks that would find something that they do not find now. */
  opens: z.array(ChangedCheck),
});
export type WorkGain = z.infer<typeof WorkGain>;

/** Open findings that one decision closes. Each is in one group. */
export const FindingGroup = z.object({
  /** What approvals and tasks name it by: a remedy, a license, or the check itself where the catalog no longer has it. */
  workId: z.string(),
  /** Null of those that a license closes, and of those whose checks the catalog no longer has. */
  remedy: z.nullable(z.object({ id: z.string(), title: z.string() })),
  /** The open ones, the most urgent first. */
  findings: z.array(
    z.object({
      id: TenantRecordId,
      title: z.string(),
      severity: Severity,
      status: FindingStatus,
      affectedCount: z.number(),
    }),
  ),
  /** The highest among them. */
  severity: Severity,
  /**
   * Points of the audit score, to one decimal, that it would bring if nothing else changed, by `gain`; null where no score is told, or the
   * gain is not known. What two groups close together is in the points of both.
   */
  points: z.nullable(z.number()),
  /** Null of an audit of before it was worked out. */
  gain: z.nullable(WorkGain),
  /** Hours of the remedy by the price list; where its task is under way, those of the task. */
  hours: z.number(),
  /** The license that closes them and that the tenant does not have: they count as one. */
  needsLicense: z.nullable(z.string()),
  /** The switch that closes them and costs nothing, with the score that judging the audit's data with it gave. */
  freeSwitch: z.nullable(z.object({ kind: FreeSwitch, score: z.nullable(z.number()) })),
});
export type FindingGroup = z.infer<typeof FindingGroup>;

export const listFindingGroups = defineEndpoint({
  name: 'finding-groups',
  summary: 'The open findings of a tenant by what closes them together, where the gravest of each stands first',
  method: 'GET',
  path: '/api/findings/groups',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'query', name: 'tenantId' },
  query: z.object({ tenantId: TenantId }),
  response: z.object({
    groups: z.array(FindingGroup),
    /** The score of the latest audit; null where it has none to tell, with the reason. */
    score: z.nullable(z.number()),
    scoreUnknownBecause: z.nullable(z.string()),
    /** Why nothing is told of what work brings, though there is an audit; null where it is told. */
    gainUnknownBecause: z.nullable(z.string()),
  }),
});

export const acceptFinding = defineEndpoint({
  name: 'finding-accept',
  summary: 'Accept a finding as it is now, with a reason and until a day; a finding that grows comes back',
  method: 'POST',
  path: '/api/findings/{findingId}/acceptance',
  access: 'admin',
  tenant: { from: 'idPrefix', name: 'findingId' },
  params: findingParams,
  body: z.object({ reason: Reason, expiresAt: Instant }),
  response: FindingDetails,
});

export const withdrawAcceptance = defineEndpoint({
  name: 'finding-acceptance-withdraw',
  summary: 'Take back the acceptance of a finding: it is open again',
  method: 'DELETE',
  path: '/api/findings/{findingId}/acceptance',
  access: 'admin',
  tenant: { from: 'idPrefix', name: 'findingId' },
  params: findingParams,
  response: FindingDetails,
});

export const downloadFindings = defineEndpoint({
  name: 'findings-download',
  summary: 'Findings of a tenant as a JSON or CSV file',
  method: 'GET',
  path: '/api/tenant/{id}/findings/download',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  /** All of them without filters; in the order of the list. */
  query: z.object({ format: z._default(z.enum(['json', 'csv']), 'json'), ...findingFilters, ...findingOrder }),
  files: ['application/json', 'text/csv'],
  download: true,
});

/** More than this are no file to read: filter first. */
export const maxFindingsExported = 10_000;

export const exportFindings = defineEndpoint({
  name: 'findings-export',
  summary: 'Findings of all tenants in scope that match the filters, as a JSON or CSV file',
  method: 'GET',
  path: '/api/findings/export',
  access: 'viewer',
  stepUp: true,
  group: 'query',
  query: z.object({
    format: z._default(z.enum(['json', 'csv']), 'json'),
    ...groupFilter,
    ...findingFilters,
    ...findingOrder,
  }),
  files: ['application/json', 'text/csv'],
  download: true,
});
