import { tenantRecordId } from '@tenantry/contract/ids';
import type { GivenAnswer, QuestionnaireId } from '@tenantry/contract/questionnaires';
import type { Outboxed } from './outbox.ts';

/** What the client says to one question of a set, once anybody has said something. */
export type QuestionnaireAnswerRecord = Outboxed & {
  /** Derived from tenant, set and question: there is one. */
  id: string;
  tenantId: string;
  questionnaireId: QuestionnaireId;
  questionId: string;
  /** Null of a comment alone, and where it was taken back. */
  answer: GivenAnswer | null;
  text: string;
  /** `contactId`: of a contact of the client; null where staff wrote it down on the client's behalf. */
  by: { name: string; contactId: string | null };
  at: string;
  /** Counts what was written. */
  revision: number;
  /** Said of the simulated tenant, which says nothing of the real one. */
  isSimulated: boolean;
};

/** The id of what the client of a tenant says to a question. */
export const answerIdOf = (tenantId: string, questionnaireId: QuestionnaireId, questionId: string): string =>
  tenantRecordId(tenantId, `answer-${questionnaireId}-${questionId}`);
