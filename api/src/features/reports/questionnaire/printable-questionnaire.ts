import type { AnswerEvidence, AnswerException, QuestionView } from '@tenantry/contract/questionnaires';
import { wallClock } from '../report-format.ts';
import type { TextCleaner } from '../report-text.ts';
import type { QuestionnaireModel } from './questionnaire-model.ts';

// Characters; a row of the table is kept whole and has to stay well below the height of a page.
const maxName = 120;
const maxMessage = 500;
/** The row cuts it, at a word. */
const maxReason = 4_000;
const maxSaid = 900;
const maxSaidLines = 10;

type Clock = (iso: string) => string;
const orNull = (clock: Clock, iso: string | null) => (iso === null ? null : clock(iso));

/** The same model with every text cleaned and bounded for print, and every instant by the clock of its time zone. */
export function printableQuestionnaire(model: QuestionnaireModel, text: TextCleaner): QuestionnaireModel {
  const clock = wallClock(model.timeZone);
  const { organization } = model.preparedBy;
  const { questionnaire } = model;
  return {
    ...model,
    tenant: {
      ...model.tenant,
      name: text.line(model.tenant.name, maxName) || 'Unnamed organization',
      domain: text.line(model.tenant.domain, maxName),
    },
    preparedBy: { organization: organization === null ? null : text.line(organization, maxName) || null },
    generatedAt: clock(model.generatedAt),
    questionnaire: {
      ...questionnaire,
      auditedAt: orNull(clock, questionnaire.auditedAt),
      reason: questionnaire.reason === null ? null : text.line(questionnaire.reason, maxMessage),
      sections: questionnaire.sections.map((section) => ({
        ...section,
        questions: section.questions.map((question) => printableQuestion(question, text, clock)),
      })),
    },
  };
}

function printableQuestion(question: QuestionView, text: TextCleaner, clock: Clock): QuestionView {
  const { given } = question;
  return {
    ...question,
    because: question.because.map((one) => text.line(one, maxReason)),
    judgedAt: orNull(clock, question.judgedAt),
    exceptions: question.exceptions.map((one) => printableException(one, text, clock)),
    evidence: question.evidence.map((one) => printableEvidence(one, text, clock)),
    given: given && {
      ...given,
      text: text.paragraph(given.text, maxSaid, maxSaidLines),
      by: text.line(given.by, maxName),
      at: clock(given.at),
    },
  };
}

function printableAccepted(accepted: AnswerEvidence['accepted'], text: TextCleaner, clock: Clock) {
  if (accepted === null) return null;
  const { by, reason, at, until } = accepted;
  return {
    by: by === null ? null : text.line(by, maxName),
    reason: reason === null ? null : text.line(reason, maxMessage),
    at: clock(at),
    until: clock(until),
  };
}

const printableException = (exception: AnswerException, text: TextCleaner, clock: Clock): AnswerException => ({
  ...exception,
  listed: exception.listed.map(({ type, name }) => ({ type, name: text.line(name, maxName * 2) })),
  accepted: printableAccepted(exception.accepted, text, clock),
});

const printableEvidence = (evidence: AnswerEvidence, text: TextCleaner, clock: Clock): AnswerEvidence => ({
  ...evidence,
  message: text.line(evidence.message, maxMessage),
  readAt: orNull(clock, evidence.readAt),
  accepted: printableAccepted(evidence.accepted, text, clock),
});
