import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { LowerGuid, TenantId } from './ids.ts';
import { Instant } from './lists.ts';
import { line } from './text.ts';
import { Severity } from './verdicts.ts';

/** What is settled about a piece of work before the scanner asks for it. */
export const ApprovalRule = z.object({
  id: z.string(),
  remedyId: z.string(),
  title: z.string(),
  /** `never`: it is not asked for. `approve`: it is approved as it is asked for. */
  action: z.enum(['never', 'approve']),
  /** Null: all tenants, or those of `group`. */
  tenants: z.nullable(z.array(z.object({ id: TenantId, name: z.string() }))),
  /** The group whose tenants it is for, as they are when a scan asks; null: it goes by `tenants`. */
  group: z.nullable(z.object({ id: LowerGuid, name: z.string() })),
  by: z.string(),
  createdAt: Instant,
});
export type ApprovalRule = z.infer<typeof ApprovalRule>;

export const ApprovalRules = z.object({
  /** The scanner asks where the gravest open finding of a remedy is of this severity, or graver. */
  askFrom: Severity,
  rules: z.array(ApprovalRule),
  /** Counts the changes; 0 where nobody has changed anything. */
  revision: z.number(),
  updatedAt: z.nullable(Instant),
  updatedBy: z.nullable(z.string()),
});
export type ApprovalRules = z.infer<typeof ApprovalRules>;

export const getApprovalRules = defineEndpoint({
  name: 'approval-rules',
  summary: 'From which severity on the scanner asks for approval, and what is settled before it asks',
  method: 'GET',
  path: '/api/settings/approval-rules',
  access: 'admin',
  response: ApprovalRules,
});

const maxRules = 500;

export const changeApprovalRules = defineEndpoint({
  name: 'approval-rules-change',
  summary: 'Change what the scanner asks for; each next scan follows it',
  method: 'PUT',
  path: '/api/settings/approval-rules',
  access: 'admin',
  stepUp: 'sometimes',
  body: z.object({
    /** Of the rules that were edited. Where somebody else changed them meanwhile, nothing is changed. */
    revision: z.int().check(z.minimum(0)),
    askFrom: Severity,
    rules: z
      .array(
        z.object({
          remedyId: line({ min: 1, max: 100 }),
          action: z.enum(['never', 'approve']),
          /** Null: all tenants, or those of a group. */
          tenantIds: z.nullable(z.array(TenantId).check(z.minLength(1, 'Choose a tenant'), z.maxLength(5000))),
          /** Null or absent: no group. Whoever joins it later is in it. */
          groupId: z.optional(z.nullable(LowerGuid)),
        }),
      )
      .check(z.maxLength(maxRules, `Keep it to ${maxRules} rules`)),
  }),
  response: ApprovalRules,
});
