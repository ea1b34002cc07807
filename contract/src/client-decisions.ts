import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantRecordId } from './ids.ts';
import { Instant } from './lists.ts';
import { prose, visibleAtLeast } from './text.ts';
import { Severity } from './verdicts.ts';

const maxText = 1000;
const Consequence = prose({ max: maxText, tooLong: `Keep it under ${maxText} characters` }).check(
  ...visibleAtLeast(20, 'Say in plain words what can happen: at least 20 characters'),
);
const Message = prose({ max: maxText, tooLong: `Keep it under ${maxText} characters` }).check(
  ...visibleAtLeast(20, 'Say what you ask, and by when you need to know: at least 20 characters'),
);
const Comment = prose({ max: maxText, tooLong: `Keep the comment under ${maxText} characters` });

/**
 * What became of something that the client was asked. `byProvider`: the provider decided before the client did. `closed`: there is
 * nothing left to decide, since what it was about is no longer found. `by`: '' where nobody did it.
 */
const ClientOutcome = z.object({
  answer: z.enum(['approved', 'declined', 'accepted', 'byProvider', 'withdrawn', 'expired', 'closed']),
  by: z.string(),
  at: Instant,
  comment: z.nullable(z.string()),
});
export type ClientOutcome = z.infer<typeof ClientOutcome>;

/** What the client was asked about an approval. `outcome`: null while it waits. */
export const ClientAsked = z.object({
  /** What the provider wrote. */
  message: z.string(),
  /** To the client the provider by its name, and no person. */
  askedBy: z.string(),
  askedAt: Instant,
  outcome: z.nullable(ClientOutcome),
});
export type ClientAsked = z.infer<typeof ClientAsked>;

/** Work that the provider asks the client to approve. */
export const AskedApproval = z.extend(ClientAsked, {
  /** Of the approval. */
  id: TenantRecordId,
  title: z.string(),
  /** In words of the management summary; null where there are none for this work. */
  topic: z.nullable(z.string()),
  risk: z.nullable(z.string()),
  proposal: z.nullable(z.string()),
});
export type AskedApproval = z.infer<typeof AskedApproval>;

/** A risk that the provider offers the client to live with. */
export const OfferedRisk = z.object({
  /** Of the finding. */
  id: TenantRecordId,
  title: z.string(),
  topic: z.nullable(z.string()),
  severity: Severity,
  /** What can happen, as the provider wrote it. */
  consequence: z.string(),
  /** The last day on which it would be accepted. */
  until: Instant,
  offeredBy: z.string(),
  offeredAt: Instant,
  /** Null while it waits. */
  outcome: z.nullable(ClientOutcome),
});
export type OfferedRisk = z.infer<typeof OfferedRisk>;

export const ClientDecisions = z.object({
  /** What waits comes first, then the newest answers. */
  approvals: z.array(AskedApproval),
  risks: z.array(OfferedRisk),
});
export type ClientDecisions = z.infer<typeof ClientDecisions>;

export const listClientDecisions = defineEndpoint({
  name: 'client-decisions',
  summary: 'What waits for the client of a tenant, and what they have answered',
  method: 'GET',
  path: '/api/client/decisions',
  access: 'viewer',
  client: true,
  tenant: { from: 'header' },
  response: ClientDecisions,
});

const params = z.object({ id: TenantRecordId });
const tenant = { from: 'idPrefix', name: 'id' } as const;

export const answerAskedApproval = defineEndpoint({
  name: 'client-approval-answer',
  summary: 'A contact of the client approves or declines what they were asked; one that is decided answers 409',
  method: 'POST',
  path: '/api/client/approvals/{id}/answer',
  access: 'viewer',
  client: true,
  tenant,
  params,
  body: z.object({
    answer: z.enum(['approved', 'declined']),
    /** Of the question that they saw: where another one took its place, nothing is answered (409). */
    askedAt: Instant,
    comment: z.optional(Comment),
  }),
  multiline: ['comment'],
  response: AskedApproval,
});

export const answerOfferedRisk = defineEndpoint({
  name: 'client-risk-answer',
  summary:
    'A contact of the client takes on a risk that they were offered, or declines; one that is answered gives 409',
  method: 'POST',
  path: '/api/client/risks/{id}/answer',
  access: 'viewer',
  client: true,
  tenant,
  params,
  body: z.object({
    answer: z.enum(['accepted', 'declined']),
    /** Of the offer that they saw: where another one took its place, nothing is answered (409). */
    offeredAt: Instant,
    comment: z.optional(Comment),
  }),
  multiline: ['comment'],
  response: OfferedRisk,
});

export const askClient = defineEndpoint({
  name: 'approval-ask-client',
  summary: 'Ask the client about an approval that waits: their answer decides it, unless an administrator does before',
  method: 'POST',
  path: '/api/approvals/{id}/client',
  access: 'admin',
  tenant,
  params,
  body: z.object({ message: Message }),
  multiline: ['message'],
  response: AskedApproval,
});

export const withdrawClientQuestion = defineEndpoint({
  name: 'approval-ask-client-end',
  summary: 'Take back what the client was asked about an approval; it goes on waiting for an administrator',
  method: 'DELETE',
  path: '/api/approvals/{id}/client',
  access: 'admin',
  tenant,
  params,
  response: AskedApproval,
});

export const offerRisk = defineEndpoint({
  name: 'finding-offer-risk',
  summary: 'Offer the client to accept the risk of an open finding, with what can happen in plain words',
  method: 'POST',
  path: '/api/findings/{id}/risk-offer',
  access: 'admin',
  tenant,
  params,
  body: z.object({ consequence: Consequence, until: Instant }),
  multiline: ['consequence'],
  response: OfferedRisk,
});

export const withdrawRiskOffer = defineEndpoint({
  name: 'finding-offer-risk-end',
  summary: 'Take back a risk that the client was offered and has not answered',
  method: 'DELETE',
  path: '/api/findings/{id}/risk-offer',
  access: 'admin',
  tenant,
  params,
  response: OfferedRisk,
});
