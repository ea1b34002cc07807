import type { QuestionnaireId } from '@tenantry/contract/questionnaire-id';
import { cisaCpg } from './cisa-cpg.ts';
import { cyberEssentials } from './cyber-essentials.ts';
import { cyberInsurance } from './cyber-insurance.ts';
import type { Question, QuestionSet } from './question-set.ts';

const byId: Record<QuestionnaireId, QuestionSet> = {
  'cyber-insurance': cyberInsurance,
  'cyber-essentials': cyberEssentials,
  'cisa-cpg': cisaCpg,
};

export const questionSetOf = (id: QuestionnaireId): QuestionSet => byId[id];

/** In the order in which pages show them. */
export const questionSets: readonly QuestionSet[] = Object.values(byId);

export const questionsOf = ({ sections }: QuestionSet): readonly Question[] =>
  sections.flatMap(({ questions }) => questions);

/** The question of a set, or null where it has none of that id. */
export const questionOf = (set: QuestionSet, id: string): Question | null =>
  questionsOf(set).find((question) => question.id === id) ?? null;
