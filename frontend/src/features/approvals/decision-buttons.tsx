import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { Approval } from '@tenantry/contract/approvals';
import { decisionNote } from '../../blocks/approval-labels.ts';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { useDecisions } from './use-decisions.ts';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXS, justifyItems: 'end', minWidth: 0 },
  // In the column of a table they stand one below the other.
  buttons: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalXS,
    paddingTop: tokens.spacingVerticalXS,
    paddingBottom: tokens.spacingVerticalXS,
  },
  note: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere', textAlign: 'end' },
});

const processed = 'Approval already processed';

/** What is asked before it is approved. */
function questionOf({ type, autoCreateTask, tenantName, permission }: Approval): string {
  if (autoCreateTask) return `Approve this request? A task is created for ${tenantName}.`;
  if (type === 'audit_publish') return `Approve this request? The report of ${tenantName} is published.`;
  if (type === 'user_permission')
    return `Approve this request? ${permission?.displayName ?? 'The user'} gets it at once.`;
  return 'Approve this request?';
}

type Props = {
  approval: Approval;
  onReview: (approval: Approval) => void;
  size?: 'small' | 'medium';
};

/** The ways to decide; of one that is decided, who did and when. */
export function DecisionButtons({ approval, onReview, size = 'small' }: Props) {
  const styles = useStyles();
  const { decide } = useDecisions();
  const { title, status } = approval;
  if (status !== 'pending') {
    return (
      <div className={styles.root}>
        <div className={styles.buttons}>
          <Button size={size} disabled title={processed} aria-label={`Approve ${title}`}>
            Approve
          </Button>
          <Button size={size} disabled title={processed} aria-label={`Deny ${title}`}>
            Deny
          </Button>
        </div>
        <Text size={200} className={styles.note}>
          {decisionNote(approval)}
        </Text>
      </div>
    );
  }
  return (
    <div className={styles.buttons}>
      <ConfirmPopover
        trigger={
          <Button size={size} appearance="primary" aria-label={`Approve ${title}`}>
            Approve
          </Button>
        }
        question={questionOf(approval)}
        confirmLabel="Approve"
        onConfirm={() => decide(approval, 'approved')}
      />
      <ConfirmPopover
        trigger={
          <Button size={size} aria-label={`Deny ${title}`}>
            Deny
          </Button>
        }
        question={
          approval.origin === 'scanner'
            ? 'Deny this request? The scanner asks again only when the condition changes.'
            : 'Deny this request?'
        }
        confirmLabel="Deny"
        onConfirm={() => decide(approval, 'denied')}
      />
      <Button size={size} onClick={() => onReview(approval)} aria-label={`Review ${title}`}>
        Review
      </Button>
    </div>
  );
}
