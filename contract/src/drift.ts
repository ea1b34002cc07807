import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId, TenantRecordId } from './ids.ts';
import { Instant, listOf, listQuery } from './lists.ts';
import { NotableKind } from './notable-kinds.ts';
import { Category, Coverage, Severity, VerdictStatus } from './verdicts.ts';

/** A completed scan, as one end of a comparison. */
export const ComparedScan = z.object({
  scanLogId: TenantRecordId,
  at: Instant,
  score: z.nullable(z.number()),
  coverage: z.nullable(Coverage),
});
export type ComparedScan = z.infer<typeof ComparedScan>;

/** An earlier scan that the later one can be compared with at once; null where there is none. */
export const Baselines = z.object({
  previous: z.nullable(ComparedScan),
  /** The scan of a week before the later one. */
  week: z.nullable(ComparedScan),
  /** The scan that the last report before the later one was made of. */
  report: z.nullable(z.extend(ComparedScan, { madeAt: Instant, madeBy: z.string() })),
});
export type Baselines = z.infer<typeof Baselines>;

/** Whether a check's answer got worse or better, was lost, came back, or is merely another. */
export const VerdictDirection = z.enum(['worse', 'unknown-now', 'better', 'known-again', 'other']);
export type VerdictDirection = z.infer<typeof VerdictDirection>;

/** Why a change stands out: it lets more in than before. Critical outweighs high. */
export const Attention = z.object({ weight: z.enum(['critical', 'high']), title: z.string(), kind: NotableKind });
export type Attention = z.infer<typeof Attention>;

export const VerdictChange = z.object({
  checkId: z.string(),
  title: z.string(),
  category: Category,
  severity: Severity,
  /** Null: the check was not made in that scan. */
  from: z.nullable(VerdictStatus),
  to: z.nullable(VerdictStatus),
  direction: VerdictDirection,
  /** What the later scan says. */
  message: z.string(),
  affectedBefore: z.number(),
  affectedAfter: z.number(),
  /** Names of what is affected only now, or no longer; null where the list of the other scan is not whole. */
  newAffected: z.nullable(z.array(z.string())),
  goneAffected: z.nullable(z.array(z.string())),
  attention: z.nullable(Attention),
});
export type VerdictChange = z.infer<typeof VerdictChange>;

export const ChangeKind = z.enum(['added', 'removed', 'changed']);
export type ChangeKind = z.infer<typeof ChangeKind>;

/** What came, went or changed: a whole object, one value, or members of a list. */
export const ChangeScope = z.enum(['object', 'value', 'members']);
export type ChangeScope = z.infer<typeof ChangeScope>;

/**
 * One difference in one setting. Of the members of a list, `before` holds those that went and `after` those that came.
 * `path` leads to it within its object; empty where that whole object came or went.
 */
export const SettingChange = z.object({
  dataset: z.string(),
  label: z.string(),
  objectId: z.string(),
  objectName: z.string(),
  path: z.array(z.string()),
  kind: ChangeKind,
  scope: ChangeScope,
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  attention: z.nullable(Attention),
});
export type SettingChange = z.infer<typeof SettingChange>;

/** An entry of the directory audit log that speaks of what changed. `by` null: the log does not name anyone. */
export const ChangeAuthor = z.object({
  at: Instant,
  activity: z.string(),
  by: z.nullable(z.object({ kind: z.enum(['user', 'app']), name: z.string() })),
});
export type ChangeAuthor = z.infer<typeof ChangeAuthor>;

/** Newest first. Where there is none, `unknownBecause` says why; where there is one, why there may be others. */
export const ChangeAuthors = z.object({ entries: z.array(ChangeAuthor), unknownBecause: z.nullable(z.string()) });
export type ChangeAuthors = z.infer<typeof ChangeAuthors>;

export const NotComparable = z.object({ dataset: z.string(), label: z.string(), because: z.string() });
export type NotComparable = z.infer<typeof NotComparable>;

/** No more changes of settings than this are listed; `settingsTotal` counts them all. */
export const maxSettingChanges = 500;

/** A finding as one of two scans, or both, saw it. */
const ComparedFinding = z.object({
  findingId: TenantRecordId,
  checkId: z.string(),
  title: z.string(),
  category: Category,
  severity: Severity,
  affectedBefore: z.number(),
  affectedAfter: z.number(),
});
export type ComparedFinding = z.infer<typeof ComparedFinding>;

/**
 * The findings of the two scans, each in one list. Those that are accepted now are in `accepted` alone; those whose check gave no answer in the
 * later scan are in `notVerified`.
 */
export const ComparedFindings = z.object({
  added: z.array(ComparedFinding),
  resolved: z.array(ComparedFinding),
  stillOpen: z.array(ComparedFinding),
  accepted: z.array(ComparedFinding),
  notVerified: z.array(ComparedFinding),
});
export type ComparedFindings = z.infer<typeof ComparedFindings>;

export const Drift = z.object({
  from: z.nullable(ComparedScan),
  to: z.nullable(ComparedScan),
  /** Why nothing is compared; null where it is. */
  reason: z.nullable(z.string()),
  baselines: Baselines,
  /** Null where nothing is compared. */
  findings: z.nullable(ComparedFindings),
  verdicts: z.array(VerdictChange),
  settings: z.array(z.extend(SettingChange, { who: ChangeAuthors })),
  settingsTotal: z.number(),
  /** What was not compared, since one of the scans could not see it. */
  notComparable: z.array(NotComparable),
  /** What no scan collects, so that its changes never show here. */
  neverCompared: z.array(z.omit(NotComparable, { dataset: true })),
});
export type Drift = z.infer<typeof Drift>;

/** A baseline in place of the scan before: that of a week before, or of the last report. */
export const Since = z.enum(['week', 'report'], 'since must be week or report');
export type Since = z.infer<typeof Since>;

export const getDrift = defineEndpoint({
  name: 'drift',
  summary: 'What changed between two completed scans of a tenant, in verdicts and in settings, and who changed it',
  method: 'GET',
  path: '/api/drift',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'query', name: 'tenantId' },
  /**
   * Without `to` the latest completed scan; without `from` the completed one before it, or the one that `since` names. The
   * earlier one counts as first.
   */
  query: z.object({
    tenantId: TenantId,
    from: z.optional(TenantRecordId),
    to: z.optional(TenantRecordId),
    since: z.optional(Since),
  }),
  response: Drift,
});

export const listCompletedScans = defineEndpoint({
  name: 'scans',
  summary: 'Completed scans of a tenant, newest first',
  method: 'GET',
  path: '/api/scans',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'query', name: 'tenantId' },
  /** `before`: those of before this instant alone. */
  query: z.object({ ...listQuery, tenantId: TenantId, before: z.optional(Instant) }),
  response: listOf(ComparedScan),
});
