import {
  getClientQuestionnaire,
  getQuestionnaire,
  listClientQuestionnaires,
  listQuestionnaires,
  type QuestionnaireId,
} from '@tenantry/contract/questionnaires';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

/** Who looks at it: each has calls of their own. */
export type QuestionnaireReader = 'staff' | 'client';

/** Every question set with its figures for a tenant. */
export const questionnairesQuery = (tenantId: string, reader: QuestionnaireReader) => {
  const key = queryKey('questionnaires', tenantId, { reader });
  return reader === 'staff'
    ? callQuery(key, listQuestionnaires, { query: { tenantId }, tenantId })
    : callQuery(key, listClientQuestionnaires, { tenantId });
};

/** A question set with its answers. */
export const questionnaireQuery = (tenantId: string, questionnaire: QuestionnaireId, reader: QuestionnaireReader) => {
  const key = queryKey('questionnaire', tenantId, { questionnaire, reader });
  return reader === 'staff'
    ? callQuery(key, getQuestionnaire, { params: { questionnaire }, query: { tenantId }, tenantId })
    : callQuery(key, getClientQuestionnaire, { params: { questionnaire }, tenantId });
};
