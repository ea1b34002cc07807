import type {
  Questionnaire,
  QuestionnaireCounts,
  QuestionnaireId,
  QuestionnaireSummary,
  Questionnaires,
  QuestionView,
} from '@tenantry/contract/questionnaires';
import type { QuestionSet } from '../../audit/findings/questionnaires/question-set.ts';
import { questionSetOf, questionSets } from '../../audit/findings/questionnaires/question-sets.ts';
import { every } from '../../ports/collection.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { answerIdOf, type QuestionnaireAnswerRecord } from '../../store/questionnaire-answers.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { troubleOfTenant } from '../tenant-trouble/tenant-trouble.ts';
import { type AnswerSources, questionView, type Reader } from './question-view.ts';
import { whyNoLongerYes } from './standing.ts';

type Given = ReadonlyMap<string, QuestionnaireAnswerRecord>;
type Read = { sources: AnswerSources; given: Given; head: Omit<Questionnaires, 'questionnaires'> };

async function read(tenant: TenantRecords, reader: Reader, now: Date): Promise<Read> {
  const [audit, trouble, accepted, given] = await Promise.all([
    latestAudit(tenant),
    troubleOfTenant(tenant, now),
    every(tenant.findings, { where: [{ field: 'status', op: 'eq', value: 'ACCEPTED' }] }),
    every(tenant.questionnaireAnswers, {}),
  ]);
  const noLongerYes = whyNoLongerYes(audit, trouble, now);
  const auditedAt = audit?.createdAt ?? null;
  return {
    sources: {
      reader,
      now,
      auditedAt,
      verdicts: new Map(audit?.data.verdicts.map((verdict) => [verdict.checkId, verdict])),
      datasets: new Map(audit?.data.datasets?.map((dataset) => [dataset.name, dataset])),
      accepted: new Map(accepted.map((finding) => [finding.checkId, finding])),
      noLongerYes,
    },
    given: new Map(given.map((one) => [one.id, one])),
    head: {
      tenantId: tenant.tenant.id,
      auditedAt,
      reason: noLongerYes,
      isSimulated: audit?.data.isSimulated ?? tenant.tenant.isMock,
    },
  };
}

/** The sections of a set with their questions, numbered in their order. */
function sectionsOf(set: QuestionSet, { sources, given, head }: Read): Questionnaire['sections'] {
  return set.sections.map(({ id, label, questions }, section) => ({
    id,
    label,
    questions: questions.map((question, index) =>
      questionView(
        question,
        `${section + 1}.${index + 1}`,
        given.get(answerIdOf(head.tenantId, set.id, question.id)),
        sources,
      ),
    ),
  }));
}

/** The figures of questions: what Microsoft 365 answers, and how far the client is with what is left to them. */
function countsOf(questions: readonly QuestionView[]): QuestionnaireCounts {
  const told = (answer: QuestionView['answer']) => questions.filter((one) => one.answer === answer).length;
  const lefts = questions.filter(({ answer }) => answer === null);
  const answered = lefts.filter(({ given }) => given !== null && given.answer !== null);
  return {
    yes: told('yes'),
    yesExcept: told('yesExcept'),
    no: told('no'),
    notSeen: told('notSeen'),
    leftToClient: lefts.length,
    answered: answered.length,
    open: lefts.length - answered.length,
    toConfirm: answered.filter(({ given }) => given?.isToConfirm).length,
  };
}

function summaryOf(set: QuestionSet, sections: Questionnaire['sections']): QuestionnaireSummary {
  const { id, name, shortName, edition, note, sources } = set;
  const counts = countsOf(sections.flatMap(({ questions }) => questions));
  return { id, name, shortName, edition, note, sources: [...sources], counts };
}

/** Every question set with its figures for a tenant. */
export async function questionnairesOf(tenant: TenantRecords, reader: Reader, now: Date): Promise<Questionnaires> {
  const all = await read(tenant, reader, now);
  return { ...all.head, questionnaires: questionSets.map((set) => summaryOf(set, sectionsOf(set, all))) };
}

/** A question set answered for a tenant, from its latest audit and what its client said. */
export async function questionnaireOf(
  tenant: TenantRecords,
  id: QuestionnaireId,
  reader: Reader,
  now: Date,
): Promise<Questionnaire> {
  const all = await read(tenant, reader, now);
  const set = questionSetOf(id);
  const sections = sectionsOf(set, all);
  return { ...all.head, questionnaire: summaryOf(set, sections), sections };
}
