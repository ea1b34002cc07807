import type { GivenAnswer, QuestionAnswer, QuestionnaireCounts } from './questionnaires.ts';

/** What Microsoft 365 answers, as people read it. */
export const questionAnswerLabels: Record<QuestionAnswer, string> = {
  yes: 'Yes',
  yesExcept: 'Yes, except these',
  no: 'No',
  notSeen: 'Not seen',
};

/** In the order in which they are counted. */
export const questionAnswers = Object.keys(questionAnswerLabels) as QuestionAnswer[];

export const leftToClientLabel = 'Left to the client';

export const givenAnswerLabels: Record<GivenAnswer, string> = { yes: 'Yes', no: 'No', other: 'In words' };

/** How far the client is with what is left to them, in a few words. */
export function clientProgress({ leftToClient, answered, toConfirm }: QuestionnaireCounts): string {
  const old = toConfirm === 0 ? '' : `, ${toConfirm} to confirm`;
  return `${answered} of ${leftToClient} answered${old}`;
}
