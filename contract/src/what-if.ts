import * as z from 'zod/mini';
import { DraftPolicies } from './draft-policies.ts';
import { defineEndpoint } from './endpoint.ts';
import { LowerGuid, TenantId, TenantRecordId } from './ids.ts';
import { Instant, Reason } from './lists.ts';
import { SignInForecast } from './sign-in-replay.ts';
import { line } from './text.ts';
import { Severity, VerdictStatus } from './verdicts.ts';
import { Witness } from './witness.ts';

/** So many drafts of a tenant are kept. */
export const maxDrafts = 50;
/** So many accounts of each effect are listed; `count` is the whole number. */
export const maxForecastAccounts = 200;

/** A policy as Microsoft Graph has it (conditionalAccessPolicy, v1.0). */
const Policy = z.record(z.string(), z.unknown());

/** A policy to begin with, and what it is for. It is in report-only, and leaves out the declared emergency accounts. */
export const PolicyTemplate = z.object({
  id: z.string(),
  title: z.string(),
  purpose: z.string(),
  /** What has to be so before it is turned on. */
  before: z.string(),
  policy: Policy,
});
export type PolicyTemplate = z.infer<typeof PolicyTemplate>;

/** Something that policies can name, by its id. */
const NamedObject = z.object({ id: z.string(), name: z.string() });

/** What a draft begins with: the policies as the latest scan saw them. */
export const WhatIfStart = z.object({
  tenantId: TenantId,
  /** The scan that the policies are of; null where there is none to begin with, `unavailable` then says why. */
  scan: z.nullable(z.object({ id: TenantRecordId, at: Instant })),
  unavailable: z.nullable(z.string()),
  policies: z.array(Policy),
  /** What is called how: accounts, groups, roles, named locations and applications. */
  users: z.array(NamedObject),
  groups: z.array(NamedObject),
  roles: z.array(NamedObject),
  locations: z.array(NamedObject),
  applications: z.array(NamedObject),
  templates: z.array(PolicyTemplate),
});
export type WhatIfStart = z.infer<typeof WhatIfStart>;

const Told = z.object({ status: VerdictStatus, message: z.string() });

/** A check that says something else under the draft. */
export const ChangedVerdict = z.object({
  checkId: z.string(),
  title: z.string(),
  severity: Severity,
  before: Told,
  after: Told,
  /**
   * `closes` and `opens` a finding; `better` and `worse` where it stays one; `unknown` where it can no longer be told; `other` where
   * its words alone differ, or it moves no score.
   */
  effect: z.enum(['closes', 'opens', 'better', 'worse', 'unknown', 'other']),
  /** What mends it, as findings name it; null where nothing does. */
  remedy: z.nullable(z.object({ id: z.string(), title: z.string() })),
  /** Ways past the policies that were not there before, and those that no longer are. */
  newGaps: z.array(z.string()),
  closedGaps: z.array(z.string()),
  /** A concrete sign-in that would get past under the draft, and that is not the one that gets past today. */
  newWitness: z.optional(Witness),
});
export type ChangedVerdict = z.infer<typeof ChangedVerdict>;

/**
 * `blocked` from a browser or an app, `legacyBlocked` with a client of legacy authentication, which can prove nothing. `otherProof`:
 * asked for terms of use, a new password or the like. `signInAgain`: a session ends sooner; `sessionLimited`: it can do less.
 */
export const ForecastEffect = z.enum([
  'blocked',
  'legacyBlocked',
  'mfa',
  'phishingResistantMfa',
  'otherProof',
  'signInAgain',
  'sessionLimited',
]);
export type ForecastEffect = z.infer<typeof ForecastEffect>;

/** An account that meets something new in at least one sign-in. */
export const ForecastAccount = z.object({
  id: z.string(),
  name: z.string(),
  upn: z.nullable(z.string()),
  /** Declared as an emergency access account: these come first. */
  isEmergency: z.boolean(),
  /** Names of the directory roles that it holds. */
  roles: z.array(z.string()),
  /** False: it may be, `because` says what is not known. */
  isSure: z.boolean(),
  because: z.nullable(z.string()),
  /** What has to be so in that sign-in beside the usual; empty: an ordinary sign-in from a browser. */
  when: z.array(z.string()),
  /** The policy that does it. */
  policy: z.string(),
  /** Whether a second factor is registered; null where that is not known. Who is asked for MFA without one cannot answer. */
  hasMethod: z.nullable(z.boolean()),
});
export type ForecastAccount = z.infer<typeof ForecastAccount>;

const ForecastAccounts = z.object({
  effect: ForecastEffect,
  /** How many are sure to, and how many may. */
  count: z.number(),
  maybe: z.number(),
  /** Of both: those without a registered second factor. */
  withoutMethod: z.number(),
  listed: z.array(ForecastAccount),
});
export type ForecastAccounts = z.infer<typeof ForecastAccounts>;

/** What an audit of the same data would say if the draft were in force. */
export const Forecast = z.object({
  scan: z.object({ id: TenantRecordId, at: Instant }),
  /** Null where so little was read that none is told, as in an audit. */
  score: z.object({ before: z.nullable(z.number()), after: z.nullable(z.number()), points: z.number() }),
  findings: z.object({ closed: z.number(), opened: z.number() }),
  /** The findings that close, by what would have mended them. */
  byRemedy: z.array(z.object({ id: z.string(), title: z.string(), closes: z.number() })),
  verdicts: z.array(ChangedVerdict),
  accounts: z.array(ForecastAccounts),
  /** How many enabled accounts were looked at, and of how many; null where the scan could not count them. */
  lookedAt: z.number(),
  enabledAccounts: z.nullable(z.number()),
  /** What keeps the answer from being whole, and what has to be known to read it, as sentences. */
  notes: z.array(z.string()),
  /** Changes of policies, one line each. */
  changes: z.array(z.string()),
});
export type Forecast = z.infer<typeof Forecast>;

/** A part of a policy that is not as it was approved. */
export const DraftDifference = z.object({
  policy: z.string(),
  /** Dotted, as in the policy; '' for the policy as a whole. */
  field: z.string(),
  approved: z.nullable(z.string()),
  found: z.nullable(z.string()),
});
export type DraftDifference = z.infer<typeof DraftDifference>;

const DraftOutcome = z.object({
  /** `asApproved`: the tenant's policies are those of the draft. */
  state: z.enum(['asApproved', 'differs']),
  scanId: TenantRecordId,
  at: Instant,
  differences: z.array(DraftDifference),
  /** The whole number of differences. */
  count: z.number(),
});

const draftFields = {
  id: TenantRecordId,
  tenantId: TenantId,
  name: z.string(),
  /** Counted up with each change: a change names the one that it was made on. */
  revision: z.number(),
  createdBy: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  /** The approval that it was proposed by: from then on it stays as it is. */
  proposed: z.nullable(
    z.object({
      approvalId: TenantRecordId,
      by: z.string(),
      at: Instant,
      /** `unasked`: it was to be asked for and was not made, since a process died in between. Asking again makes it. */
      status: z.enum(['pending', 'approved', 'denied', 'closed', 'unasked']),
    }),
  ),
  /** What the last scan after the approval found; null before. */
  outcome: z.nullable(DraftOutcome),
};
export const WhatIfDraft = z.object(draftFields);
export type WhatIfDraft = z.infer<typeof WhatIfDraft>;
export const WhatIfDraftDetails = z.extend(WhatIfDraft, {
  policies: z.array(Policy),
  /** The forecast that it was proposed with; null before. */
  forecast: z.nullable(Forecast),
  /** The sign-ins of the last days replayed when it was proposed; null before, and where none were kept. */
  signIns: z.nullable(SignInForecast),
});
export type WhatIfDraftDetails = z.infer<typeof WhatIfDraftDetails>;

const DraftName = line({
  min: 1,
  tooShort: 'Give the draft a name',
  max: 100,
  tooLong: 'Keep the name under 100 characters',
});
/** A megabyte of policies, and what is around them. */
const maxBodyBytes = 1_200_000;
const id = z.object({ id: TenantRecordId });
const ofDraft = { from: 'idPrefix', name: 'id' } as const;

export const startWhatIf = defineEndpoint({
  name: 'what-if-start',
  summary: 'The Conditional Access policies of the latest scan, with names, and templates: what a draft begins with',
  method: 'GET',
  path: '/api/what-if',
  access: 'technician',
  token: 'read',
  tenant: { from: 'query', name: 'tenantId' },
  query: z.object({ tenantId: TenantId }),
  response: WhatIfStart,
});

export const evaluateWhatIf = defineEndpoint({
  name: 'what-if-evaluate',
  summary:
    'What an audit would say under these policies, and whom they would block or ask for MFA. Nothing is kept or changed',
  method: 'POST',
  path: '/api/what-if/evaluate',
  access: 'technician',
  token: 'propose',
  tenant: { from: 'body', name: 'tenantId' },
  body: z.object({ tenantId: TenantId, policies: DraftPolicies }),
  multiline: ['policies.**'],
  maxBodyBytes,
  response: Forecast,
});

export const listWhatIfDrafts = defineEndpoint({
  name: 'what-if-drafts',
  summary: 'The drafts of a tenant, the one changed last first',
  method: 'GET',
  path: '/api/what-if/drafts',
  access: 'technician',
  token: 'read',
  tenant: { from: 'query', name: 'tenantId' },
  query: z.object({ tenantId: TenantId }),
  response: z.object({ items: z.array(WhatIfDraft) }),
});

export const getWhatIfDraft = defineEndpoint({
  name: 'what-if-draft',
  summary: 'A draft with its policies',
  method: 'GET',
  path: '/api/what-if/drafts/{id}',
  access: 'technician',
  token: 'read',
  tenant: ofDraft,
  params: id,
  response: WhatIfDraftDetails,
});

export const createWhatIfDraft = defineEndpoint({
  name: 'what-if-draft-create',
  summary: 'Keep a draft. The same key again answers with the same draft',
  method: 'POST',
  path: '/api/what-if/drafts',
  access: 'technician',
  tenant: { from: 'body', name: 'tenantId' },
  body: z.object({
    tenantId: TenantId,
    name: DraftName,
    policies: DraftPolicies,
    /** Made by the caller, new for each draft that is meant. */
    key: LowerGuid,
  }),
  multiline: ['policies.**'],
  maxBodyBytes,
  response: WhatIfDraftDetails,
});

export const changeWhatIfDraft = defineEndpoint({
  name: 'what-if-draft-change',
  summary: 'Rename a draft or change its policies. One that was proposed stays as it is',
  method: 'PUT',
  path: '/api/what-if/drafts/{id}',
  access: 'technician',
  tenant: ofDraft,
  params: id,
  body: z.object({ revision: z.int(), name: z.optional(DraftName), policies: z.optional(DraftPolicies) }),
  multiline: ['policies.**'],
  maxBodyBytes,
  response: WhatIfDraftDetails,
});

export const deleteWhatIfDraft = defineEndpoint({
  name: 'what-if-draft-delete',
  summary: 'Delete a draft. One that waits for its approval, or has it, is kept',
  method: 'DELETE',
  path: '/api/what-if/drafts/{id}',
  access: 'technician',
  tenant: ofDraft,
  params: id,
  response: z.object({ deleted: z.boolean() }),
});

export const proposeWhatIfDraft = defineEndpoint({
  name: 'what-if-draft-propose',
  summary: 'Ask for approval of a draft, with its forecast. Approving changes nothing in Microsoft 365: a person does',
  method: 'POST',
  path: '/api/what-if/drafts/{id}/propose',
  access: 'technician',
  token: 'propose',
  tenant: ofDraft,
  params: id,
  body: z.object({ revision: z.int(), reason: Reason }),
  response: WhatIfDraftDetails,
});
