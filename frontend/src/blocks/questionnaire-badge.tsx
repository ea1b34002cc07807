import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { CircleHintFilled } from '@fluentui/react-icons/svg/circle-hint';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { PersonFilled } from '@fluentui/react-icons/svg/person';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import { givenAnswerLabels, questionAnswerLabels } from '@tenantry/contract/questionnaire-labels';
import type { QuestionAnswer, QuestionView } from '@tenantry/contract/questionnaires';
import { type BadgeStyle, StatusBadge } from '../ui/status-badge.tsx';
import { useReaderWords } from './questionnaire-reader.ts';

const badgeStyles: Record<QuestionAnswer, BadgeStyle> = {
  yes: { color: 'success', icon: <CheckmarkCircleFilled /> },
  yesExcept: { color: 'warning', icon: <WarningFilled /> },
  no: { color: 'danger', icon: <ErrorCircleFilled /> },
  notSeen: { color: 'informative', icon: <QuestionCircleFilled /> },
};

/** What Microsoft 365 answers, or how many questions it answers so; null: left to the client. */
export function QuestionAnswerBadge({ answer, count }: { answer: QuestionAnswer | null; count?: number }) {
  const { left } = useReaderWords();
  const label = answer === null ? left : questionAnswerLabels[answer];
  const style = answer === null ? { color: 'subtle' as const, icon: <CircleHintFilled /> } : badgeStyles[answer];
  return <StatusBadge label={count === undefined ? label : `${label}: ${count}`} {...style} />;
}

/** The answer to a question, whoever gives it: of the client's own it says that it is theirs. */
export function AnswerBadge({ answer, given }: Pick<QuestionView, 'answer' | 'given'>) {
  const words = useReaderWords();
  if (answer !== null || given === null || given.answer === null) return <QuestionAnswerBadge answer={answer} />;
  return (
    <StatusBadge
      label={`${words.given}: ${givenAnswerLabels[given.answer]}`}
      color="informative"
      icon={<PersonFilled />}
    />
  );
}
