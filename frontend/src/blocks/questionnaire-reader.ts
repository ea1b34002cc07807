import { leftToClientLabel } from '@tenantry/contract/questionnaire-labels';
import { createContext, useContext } from 'react';
import type { QuestionnaireReader } from './questionnaire-query.ts';

/** Who reads a question set: contacts of the client are told of themselves. */
export const QuestionnaireReaderContext = createContext<QuestionnaireReader>('staff');

const words = {
  staff: { left: leftToClientLabel, given: 'Client' },
  client: { left: 'Left to you', given: 'Your answer' },
} as const satisfies Record<QuestionnaireReader, object>;

/** What is left to the client, and what they answered, as the reader calls it. */
export const useReaderWords = () => words[useContext(QuestionnaireReaderContext)];
