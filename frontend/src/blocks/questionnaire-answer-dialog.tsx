import { Field, Radio, RadioGroup, Text } from '@fluentui/react-components';
import { givenAnswerLabels } from '@tenantry/contract/questionnaire-labels';
import { GivenAnswer, maxGivenText, type QuestionView } from '@tenantry/contract/questionnaires';
import { useForm } from '../lib/use-form.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Hint } from '../ui/muted.tsx';
import { TextArea } from '../ui/text-area.tsx';

/** What somebody answers to a question: null where it is a comment, or the answer is taken back. */
export type Given = { answer: GivenAnswer | null; text: string; revision: number };

type Props = {
  question: QuestionView;
  /** Staff write down what the client said; the client says it. */
  writer: 'staff' | 'client';
  /** Rejects where it was not kept, with why. */
  onGive: (given: Given) => Promise<void>;
  onClose: () => void;
};

/** Checked here and at the server: an answer in words needs words. */
function problemsOf(answer: GivenAnswer | null, text: string): Record<string, string> {
  if (text.trim().length > maxGivenText) return { text: `Keep it under ${maxGivenText} characters` };
  return answer === 'other' && text.trim() === '' ? { text: 'Say in words how it is' } : {};
}

/** Answers a question that is left to the client, or puts a comment beside what Microsoft 365 answers. */
export function QuestionnaireAnswerDialog({ question, writer, onGive, onClose }: Props) {
  const isComment = question.answer !== null;
  const { values, change, field, errors, sendChecked } = useForm(
    { answer: question.given?.answer ?? null, text: question.given?.text ?? '' },
    ['answer', 'text'],
    { name: `questionnaire ${question.id} ${question.revision}` },
  );
  const send = () =>
    sendChecked(problemsOf(values.answer, values.text), () =>
      onGive({ answer: values.answer, text: values.text.trim(), revision: question.revision }),
    );
  return (
    <FormDialog
      open
      title={isComment ? 'Comment' : 'Answer'}
      submitLabel={isComment ? 'Save comment' : 'Save answer'}
      submitDisabled={!isComment && values.answer === null && question.revision === 0}
      onSubmit={send}
      onClose={onClose}
    >
      <Text weight="semibold">{question.text}</Text>
      {writer === 'staff' && <Hint>You write this down on the client’s behalf. It is kept with your name.</Hint>}
      {!isComment && (
        <Field label="Answer" required validationMessage={errors.answer}>
          <RadioGroup
            layout="horizontal"
            value={values.answer ?? ''}
            onChange={(_, { value }) => change({ answer: GivenAnswer.options.find((one) => one === value) ?? null })}
          >
            {GivenAnswer.options.map((one) => (
              <Radio key={one} value={one} label={givenAnswerLabels[one]} />
            ))}
          </RadioGroup>
        </Field>
      )}
      <TextArea
        label={isComment ? 'Comment' : 'How it is done, since when, by which product'}
        rows={4}
        {...field('text')}
      />
      {isComment && <Hint>A comment stands beside the answer and does not change it.</Hint>}
    </FormDialog>
  );
}
