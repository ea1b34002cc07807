import * as z from 'zod/mini';
import { NotCovered } from './not-covered.ts';
import { Witness } from './witness.ts';

/**
 * What a check can say. `notLicensed`, `notPermitted`, `couldNotCheck` and `notOffered` are never counted in the score:
 * they say that the answer is unknown, and why. `notOffered`: the tenant's cloud does not offer the data that would
 * decide, to anybody.
 */
export const VerdictStatus = z.enum([
  'pass',
  'warning',
  'fail',
  'notLicensed',
  'notPermitted',
  'couldNotCheck',
  'notOffered',
  'notApplicable',
]);
export type VerdictStatus = z.infer<typeof VerdictStatus>;

/** What was found, what is not known, what is well: the order in which people look at verdicts. */
export const verdictStatusesByUrgency: readonly VerdictStatus[] = [
  'fail',
  'warning',
  'couldNotCheck',
  'notPermitted',
  'notLicensed',
  'notOffered',
  'pass',
  'notApplicable',
];

export const Severity = z.enum(['critical', 'high', 'medium', 'low', 'info']);
export type Severity = z.infer<typeof Severity>;

/** How urgent an approval or a task is. A finding's severity is its priority; `info` becomes low. */
export const Priority = z.enum(['critical', 'high', 'medium', 'low']);
export type Priority = z.infer<typeof Priority>;

/** The six areas of an audit, in the order in which pages and reports show them. */
export const Category = z.enum([
  'mfa',
  'conditional-access',
  'secure-score',
  'mail-flow',
  'external-sharing',
  'login-anomalies',
]);
export type Category = z.infer<typeof Category>;

/** One thing that was seen: in which dataset, on which object (where there is one), and what. */
export const Evidence = z.object({
  dataset: z.string(),
  observed: z.string(),
  objectId: z.optional(z.string()),
});
export type Evidence = z.infer<typeof Evidence>;

/** `people`: a whole population, such as all users; `affectedCount` says how many that is, where it is known. */
export const AffectedType = z.enum([
  'user',
  'group',
  'role',
  'policy',
  'application',
  'domain',
  'setting',
  'tenant',
  'people',
]);
export type AffectedType = z.infer<typeof AffectedType>;

/** What is known of an affected account. Null: not known; it is never guessed. */
export const AccountDetails = z.object({
  /** Directory roles that it holds, those that it has to activate marked "(eligible)". */
  roles: z.nullable(z.array(z.string())),
  /** Products that are assigned to it, by Microsoft's names. */
  licenses: z.nullable(z.array(z.string())),
  /** An instant; `none` where Microsoft has no sign-in of it on record. */
  lastSignIn: z.nullable(z.string()),
  /** Whether it has registered a second factor that it can use. */
  mfa: z.nullable(z.boolean()),
});
export type AccountDetails = z.infer<typeof AccountDetails>;

/** What is known of an affected security alert. Null: Microsoft's response does not say. */
export const AlertDetails = z.object({
  /** The accounts that it is about. */
  users: z.nullable(z.array(z.string())),
  createdAt: z.nullable(z.string()),
  /** Where it stands in the Microsoft Defender portal. */
  url: z.nullable(z.string()),
});
export type AlertDetails = z.infer<typeof AlertDetails>;

/** `account` stands on accounts, `alert` on alerts; both are missing in what was found before they were recorded. */
export const Affected = z.object({
  type: AffectedType,
  id: z.string(),
  name: z.string(),
  account: z.optional(AccountDetails),
  alert: z.optional(AlertDetails),
  /** Of an account: the groups, by id, that stand in the same list and put it there. */
  through: z.optional(z.array(z.string())),
});
export type Affected = z.infer<typeof Affected>;

/** Verdicts name at most so many that are left out: more than any answer to a questionnaire excepts, and an audit is one record. */
export const maxExcludedListed = 30;

/** Verdicts carry at most this many affected objects; `affectedCount` always tells the whole number. */
export const maxAffectedListed = 200;

/** What mends something without a license or a project: a switch that every Microsoft 365 tenant has. */
export const FreeSwitch = z.enum(['securityDefaults']);
export type FreeSwitch = z.infer<typeof FreeSwitch>;

/** `tenantConfiguration`: Microsoft's Tenant Configuration Management, which each tenant sets up for itself. */
export const OptionalFeature = z.enum(['tenantConfiguration']);
export type OptionalFeature = z.infer<typeof OptionalFeature>;

/**
 * How many objects a check looked at, each by itself, and of how many of them it could not tell. Whether a failure is one of all
 * or of some can be told by it.
 */
export const Population = z.object({ of: z.number(), untold: z.number() });
export type Population = z.infer<typeof Population>;

export const Verdict = z.object({
  checkId: z.string(),
  title: z.string(),
  category: Category,
  severity: Severity,
  status: VerdictStatus,
  message: z.string(),
  recommendation: z.string(),
  evidence: z.array(Evidence),
  affected: z.array(Affected),
  affectedCount: z.number(),
  /** On failures and warnings of checks that look at objects one by one; absent where it is not known, and in audits of before. */
  population: z.optional(Population),
  /**
   * Whom and what the verdict leaves out, as the customer declared or Microsoft advises: a check passes all the same. Absent where
   * that is nobody, and in audits of before. At most `maxExcludedListed` of them.
   */
  excluded: z.optional(z.array(z.string())),
  references: z.array(z.string()),
  /**
   * The license that the tenant does not have and that the remedy needs. Failures and warnings that need the same one count
   * as one, of the highest severity among them.
   */
  needsLicense: z.optional(z.string()),
  /** The feature that the tenant goes without and that would tell. Such a verdict counts as not checked. */
  needsFeature: z.optional(OptionalFeature),
  /** What is off in the tenant and, turned on, would make this pass, as judging the same data again showed. */
  closedBy: z.optional(FreeSwitch),
  /** A sign-in that gets past, on failures and warnings of Conditional Access where the engine found one. */
  witness: z.optional(Witness),
  /** Of Conditional Access: why it is so although there are policies. Absent where none comes near, and in audits, which do not keep it. */
  notCovered: z.optional(NotCovered),
});
export type Verdict = z.infer<typeof Verdict>;

/**
 * How much of the catalog could be judged. `evaluated` counts pass, warning and fail; `applicable` every check but those that do
 * not apply to the tenant; the difference was not checked. Of that `notSetUp` waits for tenant configuration to be set up,
 * and `notOffered` nobody can check in the tenant's cloud; each absent where there is none, and in audits of before.
 */
export const Coverage = z.object({
  evaluated: z.number(),
  applicable: z.number(),
  percent: z.number(),
  notSetUp: z.optional(z.number()),
  notOffered: z.optional(z.number()),
});
export type Coverage = z.infer<typeof Coverage>;
