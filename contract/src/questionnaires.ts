import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant } from './lists.ts';
import { QuestionnaireId } from './questionnaire-id.ts';
import { prose } from './text.ts';
import { AffectedType, VerdictStatus } from './verdicts.ts';

export { QuestionnaireId };

/**
 * What Microsoft 365 answers to a question. `yesExcept`: of all but what stands in the list. `notSeen`: what would decide was not read,
 * could not be judged, or is too old: it is never a yes.
 */
export const QuestionAnswer = z.enum(['yes', 'yesExcept', 'no', 'notSeen']);
export type QuestionAnswer = z.infer<typeof QuestionAnswer>;

/** What the client answers to a question that is left to them. `other`: in words alone. */
export const GivenAnswer = z.enum(['yes', 'no', 'other']);
export type GivenAnswer = z.infer<typeof GivenAnswer>;

/** After so many days what the client said is asked again, and an audit answers nothing with yes any more. */
export const answerGoodDays = 365;
export const auditGoodDays = 90;

/** The figures of a set: what Microsoft 365 answers, and of what is left to the client what is answered, open and old. */
export const QuestionnaireCounts = z.object({
  yes: z.number(),
  yesExcept: z.number(),
  no: z.number(),
  notSeen: z.number(),
  leftToClient: z.number(),
  answered: z.number(),
  open: z.number(),
  toConfirm: z.number(),
});
export type QuestionnaireCounts = z.infer<typeof QuestionnaireCounts>;

export const QuestionnaireSummary = z.object({
  id: QuestionnaireId,
  name: z.string(),
  shortName: z.string(),
  edition: z.string(),
  note: z.string(),
  sources: z.array(z.object({ title: z.string(), url: z.string() })),
  counts: QuestionnaireCounts,
});
export type QuestionnaireSummary = z.infer<typeof QuestionnaireSummary>;

/** That somebody took the risk on. `by`: null where the reader is not told. It makes no answer better. */
const AcceptedRisk = z.object({
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  at: Instant,
  until: Instant,
});

/** What a yes is not true of. `listed`: all of it, by name, or in words. */
export const AnswerException = z.object({
  checkId: z.string(),
  /** What is so of all others. */
  title: z.string(),
  count: z.number(),
  listed: z.array(z.object({ type: z.nullable(AffectedType), name: z.string() })),
  /** Left out on purpose: declared emergency accounts, or what Microsoft advises to leave out. */
  isDeclared: z.boolean(),
  accepted: z.nullable(AcceptedRisk),
});
export type AnswerException = z.infer<typeof AnswerException>;

/** A check that speaks for an answer: what it said, of which data, read when. */
export const AnswerEvidence = z.object({
  checkId: z.string(),
  title: z.string(),
  /** Null where the audit is older than the check. */
  status: z.nullable(VerdictStatus),
  message: z.string(),
  /** Whether the answer is what it is by this check. */
  decides: z.boolean(),
  /** What was seen, line by line; empty for contacts of the client. */
  observed: z.array(z.string()),
  affectedCount: z.number(),
  /** What it was read from, in words. */
  sources: z.array(z.string()),
  /** The oldest of them; null where it is not known. */
  readAt: z.nullable(Instant),
  accepted: z.nullable(AcceptedRisk),
});
export type AnswerEvidence = z.infer<typeof AnswerEvidence>;

/** What the client said, or the provider on their behalf. */
export const GivenText = z.object({
  /** Null of a comment on what Microsoft 365 answers. */
  answer: z.nullable(GivenAnswer),
  text: z.string(),
  by: z.string(),
  /** Staff of the provider wrote it down for the client. */
  isOnBehalf: z.boolean(),
  at: Instant,
  /** Older than a year: it is asked again. */
  isToConfirm: z.boolean(),
});
export type GivenText = z.infer<typeof GivenText>;

export const QuestionView = z.object({
  id: z.string(),
  /** Within the set, as `2.3`. */
  number: z.string(),
  /** The publisher's own number. */
  reference: z.nullable(z.string()),
  text: z.string(),
  /** Null: it is left to the client. */
  answer: z.nullable(QuestionAnswer),
  /** Why the answer is what it is, in sentences; of what is left to the client, why Microsoft 365 cannot tell it. */
  because: z.array(z.string()),
  exceptions: z.array(AnswerException),
  evidence: z.array(AnswerEvidence),
  /** Of the audit that answered; null where none did. */
  judgedAt: z.nullable(Instant),
  /** What the answer does not speak of. */
  beyond: z.nullable(z.string()),
  given: z.nullable(GivenText),
  /** How often somebody has written an answer or comment; 0 before the first. */
  revision: z.number(),
});
export type QuestionView = z.infer<typeof QuestionView>;

/** Of the tenant's latest audit. `reason`: why nothing is answered with yes, or nothing at all; null where nothing is in the way. */
const ofLatestAudit = {
  tenantId: TenantId,
  auditedAt: z.nullable(Instant),
  reason: z.nullable(z.string()),
  isSimulated: z.boolean(),
};

export const Questionnaires = z.object({ ...ofLatestAudit, questionnaires: z.array(QuestionnaireSummary) });
export type Questionnaires = z.infer<typeof Questionnaires>;

export const Questionnaire = z.object({
  ...ofLatestAudit,
  questionnaire: QuestionnaireSummary,
  sections: z.array(z.object({ id: z.string(), label: z.string(), questions: z.array(QuestionView) })),
});
export type Questionnaire = z.infer<typeof Questionnaire>;

const byTenantQuery = { query: z.object({ tenantId: TenantId }), tenant: { from: 'query', name: 'tenantId' } } as const;
const ofSet = z.object({ questionnaire: QuestionnaireId });

export const listQuestionnaires = defineEndpoint({
  name: 'questionnaires',
  summary:
    'The question sets of insurers and frameworks, with how many questions the latest audit of a tenant answers, and how',
  method: 'GET',
  path: '/api/questionnaires',
  access: 'viewer',
  token: 'read',
  ...byTenantQuery,
  response: Questionnaires,
});

export const getQuestionnaire = defineEndpoint({
  name: 'questionnaire',
  summary:
    'A question set answered over the latest audit of a tenant: each answer with evidence and date, and what is left to the client',
  method: 'GET',
  path: '/api/questionnaires/{questionnaire}',
  access: 'viewer',
  token: 'read',
  params: ofSet,
  ...byTenantQuery,
  response: Questionnaire,
});

export const maxGivenText = 2000;
const given = z.object({
  /** Null: a comment alone, or the answer is taken back. What Microsoft 365 answers takes nothing else. */
  answer: z.nullable(GivenAnswer),
  text: prose({ max: maxGivenText, tooLong: `Keep it under ${maxGivenText} characters` }),
  /** That of the question as it was read: where it was answered meanwhile, nothing is (409). */
  revision: z.int().check(z.minimum(0)),
});
const ofQuestion = {
  questionnaire: QuestionnaireId,
  question: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'Must be the id of a question')),
};

export const answerForClient = defineEndpoint({
  name: 'questionnaire-answer',
  summary:
    'Write down on the client’s behalf what they answer to a question that is left to them, or a comment; answered meanwhile, 409',
  method: 'PUT',
  path: '/api/tenant/{id}/questionnaires/{questionnaire}/answers/{question}',
  access: 'technician',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId, ...ofQuestion }),
  body: given,
  multiline: ['text'],
  response: QuestionView,
});

export const QuestionnaireFormat = z.enum(['pdf', 'csv']);
export type QuestionnaireFormat = z.infer<typeof QuestionnaireFormat>;

export const downloadQuestionnaire = defineEndpoint({
  name: 'questionnaire-download',
  summary: 'A question set with its answers, as PDF or CSV',
  method: 'GET',
  path: '/api/tenant/{id}/questionnaires/{questionnaire}/download',
  access: 'viewer',
  token: 'read',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId, questionnaire: QuestionnaireId }),
  query: z.object({ format: QuestionnaireFormat }),
  files: ['application/pdf', 'text/csv'],
  download: true,
});

const ofClient = { access: 'viewer', client: true, tenant: { from: 'header' } } as const;

export const listClientQuestionnaires = defineEndpoint({
  name: 'client-questionnaires',
  summary: 'The question sets as contacts of the client see them in their room',
  method: 'GET',
  path: '/api/client/questionnaires',
  ...ofClient,
  response: Questionnaires,
});

export const getClientQuestionnaire = defineEndpoint({
  name: 'client-questionnaire',
  summary:
    'A question set as contacts of the client see it: without what was seen line by line, and without names of the provider’s people',
  method: 'GET',
  path: '/api/client/questionnaires/{questionnaire}',
  ...ofClient,
  params: ofSet,
  response: Questionnaire,
});

export const answerAsClient = defineEndpoint({
  name: 'client-questionnaire-answer',
  summary:
    'A contact of the client answers a question that is left to them, or comments on one that is not; answered meanwhile, 409',
  method: 'PUT',
  path: '/api/client/questionnaires/{questionnaire}/answers/{question}',
  ...ofClient,
  params: z.object(ofQuestion),
  body: given,
  multiline: ['text'],
  response: QuestionView,
});

export const downloadClientQuestionnaire = defineEndpoint({
  name: 'client-questionnaire-download',
  summary: 'A question set as contacts of the client see it, as PDF or CSV',
  method: 'GET',
  path: '/api/client/questionnaires/{questionnaire}/download',
  ...ofClient,
  params: ofSet,
  query: z.object({ format: QuestionnaireFormat }),
  files: ['application/pdf', 'text/csv'],
  download: true,
});
