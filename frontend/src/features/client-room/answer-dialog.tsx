import { makeStyles, Text } from '@fluentui/react-components';
import { answerAskedApproval } from '@tenantry/contract/client-decisions';
import { ApiError } from '../../lib/api-error.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { formatDate } from '../../lib/format.ts';
import { useSignedIn } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { ProposedWork } from './decision-card.tsx';
import { type Answer, type Decision, headingOf } from './decisions.ts';
import { useRoom } from './room-context.ts';
import { useAnswer } from './use-answer.ts';

const useStyles = makeStyles({ text: { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } });

const words = {
  approved: { title: 'Approve this work?', submit: 'Approve', done: 'Approved' },
  accepted: { title: 'Accept this risk?', submit: 'Accept this risk', done: 'Risk accepted' },
  declined: { title: 'Decline?', submit: 'Decline', done: 'Declined' },
} as const;

/** What follows from the answer. */
function effectOf({ kind, item }: Decision, answer: Answer): string {
  if (kind === 'approval') {
    return answer === 'approved'
      ? 'Your provider can begin as soon as you approve.'
      : 'Your provider sees your answer at once, and leaves it as it is.';
  }
  return answer === 'accepted'
    ? `It is left as it is until ${formatDate(item.until)}, and does not count as an open weakness until then.`
    : 'Your provider sees your answer at once, and goes on treating it as open.';
}

type Props = {
  decision: Decision;
  answer: Answer;
  /** Something else was decided meanwhile: the answer was not recorded. */
  onConflict: (why: string) => void;
  onClose: () => void;
};

/** The last question before an answer is recorded, under whose name it is. */
export function AnswerDialog({ decision, answer, onConflict, onClose }: Props) {
  const styles = useStyles();
  const { tenantId } = useRoom();
  const { user } = useSignedIn();
  const { answer: record, reload } = useAnswer(tenantId);
  const { values, field, sendChecked } = useForm({ comment: '' }, ['comment']);
  const { title, submit, done } = words[answer];
  const send = async () => {
    try {
      await record(decision, answer, values.comment);
      showToast({ title: done, body: headingOf(decision), intent: 'success' });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
      onConflict(error.message);
      await reload();
    }
  };
  // Of a risk the comment is checked by the same rule.
  const checked = answerAskedApproval.body;
  const askedAt = decision.kind === 'approval' ? decision.item.askedAt : decision.item.offeredAt;
  return (
    <FormDialog
      open
      title={title}
      submitLabel={submit}
      submittingLabel="Recording…"
      onSubmit={() => sendChecked(formErrors(checked, { answer: 'declined', askedAt, comment: values.comment }), send)}
      onClose={onClose}
    >
      <Text weight="semibold">{headingOf(decision)}</Text>
      {decision.kind === 'risk' ? (
        <Text className={styles.text}>
          <b>What can happen:</b> {decision.item.consequence}
        </Text>
      ) : (
        <ProposedWork item={decision.item} />
      )}
      <Text>{effectOf(decision, answer)}</Text>
      <TextArea label="Comment (optional)" {...field('comment')} />
      <Text>
        Recorded as <b>{user.name}</b>
      </Text>
    </FormDialog>
  );
}
