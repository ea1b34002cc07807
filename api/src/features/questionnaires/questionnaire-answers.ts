import type { Parsed } from '@tenantry/contract/endpoint';
import type { answerForClient, QuestionnaireId } from '@tenantry/contract/questionnaires';
import type { Question } from '../../audit/findings/questionnaires/question-set.ts';
import { questionOf, questionSetOf } from '../../audit/findings/questionnaires/question-sets.ts';
import { changeAndSeal, emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createOnce } from '../../ports/collection.ts';
import { answerIdOf, type QuestionnaireAnswerRecord } from '../../store/questionnaire-answers.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

export type AnswerDependencies = Pick<CommonParts, 'trail' | 'clock'>;
type Given = Parsed<typeof answerForClient.body>;
type Asked = { questionnaire: QuestionnaireId; question: string };

/** @throws AppError NOT_FOUND */
function askedOf({ questionnaire, question }: Asked): Question {
  const found = questionOf(questionSetOf(questionnaire), question);
  if (found === null) throw new AppError('NOT_FOUND', 'There is no such question in this set.');
  return found;
}

/** @throws AppError INVALID_INPUT where it answers what is not the client's to answer, or nothing in words */
function checkGiven({ by }: Question, { answer, text }: Given): void {
  if (by.kind === 'checks' && answer !== null) {
    throw new AppError(
      'INVALID_INPUT',
      'Microsoft 365 answers this question. A comment can stand beside it, no answer.',
      {
        fields: [{ path: 'answer', message: 'Must be null: Microsoft 365 answers this question' }],
      },
    );
  }
  if (answer === 'other' && text === '') {
    throw new AppError('INVALID_INPUT', 'Say in words how it is.', {
      fields: [{ path: 'text', message: 'Say in words how it is' }],
    });
  }
}

const answeredMeanwhile = () =>
  new AppError('CONFLICT', 'Somebody answered this question meanwhile. Reload it and answer again.');

/** Contacts answer for themselves; whoever else writes is staff, and on the client's behalf. */
const writerOf = ({ name, user }: Caller): QuestionnaireAnswerRecord['by'] => ({
  name,
  contactId: user.client?.contactId ?? null,
});

/** What the client says to one question, and that it was said. @throws AppError NOT_FOUND, INVALID_INPUT, CONFLICT */
export async function giveAnswer(
  { trail, clock }: AnswerDependencies,
  { tenant, questionnaireAnswers }: TenantRecords,
  asked: Asked,
  given: Given,
  caller: Caller,
): Promise<void> {
  const question = askedOf(asked);
  checkGiven(question, given);
  const now = clock.now();
  const by = writerOf(caller);
  const id = answerIdOf(tenant.id, asked.questionnaire, asked.question);
  const said = { answer: given.answer, text: given.text, by, at: now.toISOString(), isSimulated: tenant.isMock };
  const told = (before: QuestionnaireAnswerRecord | null, after: QuestionnaireAnswerRecord) =>
    withEntry(
      after,
      {
        eventType: 'questionnaire_answered',
        user: caller.user.username,
        target: `${tenant.name}: ${question.text}`,
        tenantId: tenant.id,
        details: {
          ...asked,
          onBehalfOfClient: by.contactId === null,
          ...whatChanged(before, after, ['answer', 'text']),
        },
      },
      now,
    );
  if (given.revision === 0) {
    const { questionnaire: questionnaireId, question: questionId } = asked;
    const first = { id, tenantId: tenant.id, questionnaireId, questionId, ...said, revision: 1, ...emptyOutbox };
    const created = await createOnce(questionnaireAnswers, told(null, first));
    if (created === null) throw answeredMeanwhile();
    return settleOutbox(questionnaireAnswers, created.value, trail, created.etag);
  }
  const changed = await changeAndSeal(trail, questionnaireAnswers, id, (current) => {
    if (current.revision !== given.revision) throw answeredMeanwhile();
    // Said again it is confirmed: the date is what changes then.
    return told(current, { ...current, ...said, revision: current.revision + 1 });
  });
  if (changed === null) throw answeredMeanwhile();
}
