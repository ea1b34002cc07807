import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { DecisionOutcome } from '@tenantry/contract/approval-decisions';
import type { Approval, Decision } from '@tenantry/contract/approvals';
import { useRef } from 'react';
import { countOf } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { notesErrors } from './review-dialog.tsx';
import { useDecisions } from './use-decisions.ts';

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, maxHeight: '240px', overflowY: 'auto' },
});

type Props = {
  approvals: readonly Approval[];
  decision: Decision;
  /** Null where nothing was decided. */
  onClose: (left: readonly DecisionOutcome[] | null) => void;
};

/** Decides several requests with the same notes. */
export function DecideManyDialog({ approvals, decision, onClose }: Props) {
  const styles = useStyles();
  const { decideMany } = useDecisions();
  const { values, field, sendChecked } = useForm({ comment: '' }, ['comment']);
  const left = useRef<readonly DecisionOutcome[] | null>(null);
  const comment = values.comment.trim();
  const isApproval = decision === 'approved';
  const missing: Record<string, string> = isApproval || comment !== '' ? {} : { comment: 'Say why they are denied' };
  const send = () =>
    sendChecked({ ...notesErrors(comment), ...missing }, async () => {
      left.current = await decideMany(approvals, decision, comment);
    });
  const count = countOf(approvals.length, 'request');
  const tasks = approvals.filter(({ autoCreateTask }) => autoCreateTask).length;
  return (
    <FormDialog
      open
      title={`${isApproval ? 'Approve' : 'Deny'} ${count}`}
      submitLabel={`${isApproval ? 'Approve' : 'Deny'} ${count}`}
      submittingLabel={isApproval ? 'Approving…' : 'Denying…'}
      onSubmit={send}
      onClose={() => onClose(left.current)}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ul className={styles.list} tabIndex={0} aria-label="Chosen requests">
        {approvals.map(({ id, title, tenantName }) => (
          <li key={id}>
            <Text>
              {title} · {tenantName}
            </Text>
          </li>
        ))}
      </ul>
      {isApproval && tasks > 0 && <Text>{countOf(tasks, 'task')} will be created.</Text>}
      {isApproval ? (
        <TextArea label="Notes" hint="Optional. Kept with each of them and in the audit trail." {...field('comment')} />
      ) : (
        <TextArea label="Reason" required hint="Kept with each of them and in the audit trail." {...field('comment')} />
      )}
    </FormDialog>
  );
}
