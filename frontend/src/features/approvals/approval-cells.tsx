import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { Approval } from '@tenantry/contract/approvals';
import { ApprovalStatusBadge } from '../../blocks/approval-status-badge.tsx';
import { paths } from '../../lib/paths.ts';
import { Hint } from '../../ui/muted.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const useStyles = makeStyles({
  request: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0 },
  description: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '3',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  status: { display: 'grid', gap: tokens.spacingVerticalXXS, justifyItems: 'start' },
});

type RequestProps = {
  approval: Approval;
  /** False for those who may not open it. */
  isLinked?: boolean;
};

/** What is asked for and by whom. */
export function Request({ approval, isLinked = true }: RequestProps) {
  const styles = useStyles();
  const { id, title, description, requestedBy } = approval;
  return (
    <div className={styles.request}>
      {isLinked ? (
        <TextLink to={`${paths.adminApprovals}/${id}`}>{title}</TextLink>
      ) : (
        <Text weight="semibold">{title}</Text>
      )}
      <Text size={200} className={styles.description}>
        {description}
      </Text>
      <Hint>Requested by {requestedBy === 'scanner' ? 'the scanner' : requestedBy}</Hint>
    </div>
  );
}

/** Whether it is decided, and whether what was decided is done. */
export function Status({ approval }: { approval: Approval }) {
  const styles = useStyles();
  return (
    <div className={styles.status}>
      <ApprovalStatusBadge status={approval.status} />
      {approval.isUnfinished && <Text size={200}>Being carried out</Text>}
      {approval.notDoneBecause !== null && <Text size={200}>Not carried out: {approval.notDoneBecause}</Text>}
    </div>
  );
}
