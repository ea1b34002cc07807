import * as z from 'zod/mini';

/** The question sets: each is a data file of the API. */
export const QuestionnaireId = z.enum(['cyber-insurance', 'cyber-essentials', 'cisa-cpg']);
export type QuestionnaireId = z.infer<typeof QuestionnaireId>;
