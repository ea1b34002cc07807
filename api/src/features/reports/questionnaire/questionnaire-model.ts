import type { Questionnaire } from '@tenantry/contract/questionnaires';
import type { ReportLook } from '../report-look.ts';

/** Everything that the PDF of a question set prints. All instants are ISO 8601 strings. */
export type QuestionnaireModel = ReportLook & {
  tenant: { name: string; domain: string; isSimulated: boolean };
  generatedAt: string;
  questionnaire: Questionnaire;
};
