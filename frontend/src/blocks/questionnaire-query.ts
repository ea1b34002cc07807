import {
  getClientQuestionnaire,
  getQuestionnaire,
  listClientQuestionnaires,
  listQuestionnaires,
  type QuestionnaireId,
} from '@tenantry/contract/questionnaires';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

/** Every question set with its figures for a tenant. */
export const questionnairesQuery = (tenantId: string) =>
  callQuery(queryKey('questionnaires', tenantId), listQuestionnaires, { query: { tenantId }, tenantId });

/** A question set with its answers. */
export const questionnaireQuery = (tenantId: string, questionnaire: QuestionnaireId) =>
  callQuery(queryKey('questionnaire', tenantId, { questionnaire }), getQuestionnaire, {
    params: { questionnaire },
    query: { tenantId },
    tenantId,
  });

/** The same as contacts of the client see them, in their room. */
export const clientQuestionnairesQuery = (tenantId: string) =>
  callQuery(queryKey('client-questionnaires', tenantId), listClientQuestionnaires, { tenantId });

/** The same of one set. */
export const clientQuestionnaireQuery = (tenantId: string, questionnaire: QuestionnaireId) =>
  callQuery(queryKey('client-questionnaire', tenantId, { questionnaire }), getClientQuestionnaire, {
    params: { questionnaire },
    tenantId,
  });
