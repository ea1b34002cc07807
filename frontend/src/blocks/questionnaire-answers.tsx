import { makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import type { Questionnaire, QuestionView } from '@tenantry/contract/questionnaires';
import { useState } from 'react';
import { onDemand } from '../ui/on-demand.tsx';
import { PlainList } from '../ui/plain-list.tsx';
import { Stack } from '../ui/stack.tsx';
import type { Given } from './questionnaire-answer-dialog.tsx';
import { QuestionnaireQuestion } from './questionnaire-question.tsx';

const AnswerDialog = onDemand(
  async () => (await import('./questionnaire-answer-dialog.tsx')).QuestionnaireAnswerDialog,
);

const useStyles = makeStyles({
  heading: {
    margin: 0,
    paddingBottom: tokens.spacingVerticalXS,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
});

type Props = {
  set: Questionnaire;
  /** Who may answer: staff on the client's behalf, or a contact of the client; null where the reader may not. */
  writer: 'staff' | 'client' | null;
  /** Sends what somebody answered; rejects with why it was not kept. */
  onGive: (questionId: string, given: Given) => Promise<void>;
};

/** What the button at a question is called. */
function giveLabelOf({ answer, given }: QuestionView, writer: Props['writer']): string | null {
  if (writer === null) return null;
  if (answer !== null) return given === null ? 'Comment' : 'Change comment';
  if (given === null || given.answer === null) return 'Answer';
  return given.isToConfirm ? 'Confirm or change' : 'Change answer';
}

/** A question set, section by section, with the forms for what is left to the client. */
export function QuestionnaireAnswers({ set, writer, onGive }: Props) {
  const styles = useStyles();
  const [asked, setAsked] = useState<QuestionView | null>(null);
  return (
    <Stack gap="XXL">
      {set.sections.map(({ id, label, questions }, index) => (
        <section key={id} aria-label={label}>
          <Subtitle2 as="h3" block className={styles.heading}>
            {index + 1}. {label}
          </Subtitle2>
          <PlainList>
            {questions.map((question) => (
              <QuestionnaireQuestion
                key={question.id}
                question={question}
                giveLabel={giveLabelOf(question, writer)}
                onGive={() => setAsked(question)}
              />
            ))}
          </PlainList>
        </section>
      ))}
      {asked !== null && writer !== null && (
        <AnswerDialog
          question={asked}
          writer={writer}
          onGive={(given) => onGive(asked.id, given)}
          onClose={() => setAsked(null)}
        />
      )}
    </Stack>
  );
}
