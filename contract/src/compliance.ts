import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { Acceptance } from './findings.ts';
import { FrameworkId } from './framework-id.ts';
import { TenantId, TenantRecordId } from './ids.ts';
import { Instant } from './lists.ts';
import { VerdictStatus } from './verdicts.ts';

export { FrameworkId };

/**
 * What an audit says of a control. `supported`: all checks pass, but they speak for a part of the control only.
 * `couldNotJudge`: no check fails, and at least one gave no answer. `notAssessed`: Tenantry has no check for it.
 */
export const ControlStatus = z.enum([
  'met',
  'supported',
  'partlyMet',
  'notMet',
  'couldNotJudge',
  'notApplicable',
  'notAssessed',
]);
export type ControlStatus = z.infer<typeof ControlStatus>;

/** Why a control could not be judged. `notInAudit`: the audit is older than one of its checks. */
export const UnknownReason = z.enum(['notLicensed', 'notPermitted', 'couldNotCheck', 'notOffered', 'notInAudit']);
export type UnknownReason = z.infer<typeof UnknownReason>;

/** How many of a framework's controls Tenantry assesses, and how many of those this audit could judge. */
export const FrameworkCoverage = z.object({ total: z.number(), assessed: z.number(), judged: z.number() });
export type FrameworkCoverage = z.infer<typeof FrameworkCoverage>;

/** Who says which checks speak for which controls: the publisher's own ids, or Tenantry. */
export const FrameworkMapping = z.object({ by: z.enum(['publisher', 'tenantry']), note: z.string() });
export type FrameworkMapping = z.infer<typeof FrameworkMapping>;

export const FrameworkSummary = z.object({
  id: FrameworkId,
  /** In full, with the version. */
  name: z.string(),
  shortName: z.string(),
  version: z.string(),
  publisher: z.string(),
  /** Where its publisher has it. */
  source: z.string(),
  mapping: FrameworkMapping,
  counts: z.record(ControlStatus, z.number()),
  coverage: FrameworkCoverage,
});
export type FrameworkSummary = z.infer<typeof FrameworkSummary>;

/**
 * `status` is null where the audit is older than the check. `finding` is the unresolved finding of it, where there is one;
 * `acceptance` where that risk is accepted.
 */
export const ControlCheck = z.object({
  checkId: z.string(),
  title: z.string(),
  status: z.nullable(VerdictStatus),
  message: z.string(),
  finding: z.nullable(z.object({ id: TenantRecordId, title: z.string(), acceptance: z.nullable(Acceptance) })),
  /** The help article that says how to mend what it finds. */
  article: z.nullable(z.string()),
});
export type ControlCheck = z.infer<typeof ControlCheck>;

export const FrameworkControl = z.object({
  id: z.string(),
  /** What it asks for, in Tenantry's words. */
  title: z.string(),
  /** The publisher's own: a CIS profile ("E3 Level 1"), Shall or Should of SCuBA; null where the framework knows none. */
  level: z.nullable(z.string()),
  /** The id of its group. */
  group: z.string(),
  /** How much of it the checks speak for; null where there are none. */
  checksCover: z.nullable(z.enum(['whole', 'partial'])),
  status: ControlStatus,
  /** What its checks do not see of it, or why there are none; null where Tenantry does not say. */
  notCoveredBecause: z.nullable(z.string()),
  unknownBecause: z.array(UnknownReason),
  checks: z.array(ControlCheck),
});
export type FrameworkControl = z.infer<typeof FrameworkControl>;

/** Of the tenant's latest audit. Before the first, the figures are null and `reason` says why. */
const ofLatestAudit = {
  tenantId: TenantId,
  auditedAt: z.nullable(Instant),
  reason: z.nullable(z.string()),
  isSimulated: z.boolean(),
};

export const Compliance = z.object({ ...ofLatestAudit, frameworks: z.nullable(z.array(FrameworkSummary)) });
export type Compliance = z.infer<typeof Compliance>;

export const FrameworkCompliance = z.object({
  ...ofLatestAudit,
  framework: z.nullable(FrameworkSummary),
  /** Chapters, products or functions, in the publisher's order. */
  groups: z.array(z.object({ id: z.string(), label: z.string() })),
  controls: z.nullable(z.array(FrameworkControl)),
});
export type FrameworkCompliance = z.infer<typeof FrameworkCompliance>;

const byTenantQuery = { query: z.object({ tenantId: TenantId }), tenant: { from: 'query', name: 'tenantId' } } as const;

export const getCompliance = defineEndpoint({
  name: 'compliance',
  summary: 'What the latest audit of a tenant says of each framework',
  method: 'GET',
  path: '/api/compliance',
  access: 'viewer',
  token: 'read',
  ...byTenantQuery,
  response: Compliance,
});

export const getFrameworkCompliance = defineEndpoint({
  name: 'compliance-framework',
  summary: 'What the latest audit of a tenant says of each control of a framework',
  method: 'GET',
  path: '/api/compliance/{framework}',
  access: 'viewer',
  token: 'read',
  params: z.object({ framework: FrameworkId }),
  ...byTenantQuery,
  response: FrameworkCompliance,
});

export const downloadCompliance = defineEndpoint({
  name: 'compliance-download',
  summary: 'The controls of a framework with their checks as a CSV file',
  method: 'GET',
  path: '/api/tenant/{id}/compliance/download',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  query: z.object({ framework: FrameworkId, format: z._default(z.enum(['csv']), 'csv') }),
  files: ['text/csv'],
  download: true,
});
