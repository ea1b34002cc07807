import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { ClockRegular } from '@fluentui/react-icons/svg/clock';
import { DismissCircleFilled } from '@fluentui/react-icons/svg/dismiss-circle';
import { useQuery } from '@tanstack/react-query';
import { tenantIdOfRecordId } from '@tenantry/contract/ids';
import { categoryLabels } from '@tenantry/contract/labels';
import type { PlanItem } from '@tenantry/contract/project-plan';
import { findingGroupsQuery } from '../../blocks/finding-groups-query.ts';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { TaskStatusBadge } from '../../blocks/task-status-badge.tsx';
import { countOf, formatDate, formatDollars, pointsText } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useHasRole } from '../../lib/session.ts';
import { Row } from '../../ui/row.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useMoneyLabel } from './use-money-label.ts';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0, overflowWrap: 'anywhere' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  meta: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/** One task of the plan. */
export function PlanItemCard({ item }: { item: PlanItem }) {
  const styles = useStyles();
  const moneyLabel = useMoneyLabel();
  const { title, description, category, estimatedHours, revenue, priority, status, assignee, dueDate } = item;
  return (
    <article className={styles.root} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <Row gap="S" align="center">
        <SeverityBadge severity={priority} />
        <TaskStatusBadge status={status} />
        <ApprovalState item={item} />
      </Row>
      <Text>{description}</Text>
      <div className={styles.meta}>
        <span>{categoryLabels[category]}</span>
        <span>{estimatedHours === null ? 'No estimate' : countOf(estimatedHours, 'hour')}</span>
        {revenue !== null && (
          <span>
            {moneyLabel} {formatDollars(revenue)}
          </span>
        )}
        <PointsOfWork item={item} />
        <span>{assignee ?? 'Not assigned'}</span>
        {dueDate !== null && <span>Due {formatDate(`${dueDate}T12:00:00.000Z`)}</span>}
        {item.completedAt !== null && <span>Completed {formatDate(item.completedAt)}</span>}
      </div>
    </article>
  );
}

/** What is left of the work brings; nothing once it is done. */
function PointsOfWork({ item: { id, remedyId, completedAt } }: { item: PlanItem }) {
  const { data } = useQuery(findingGroupsQuery(tenantIdOfRecordId(id)));
  const points = data?.groups.find(({ workId }) => workId === remedyId)?.points ?? null;
  return completedAt !== null || points === null ? null : <span>{pointsText(points)}</span>;
}

/** Whether an administrator has still to agree to it, or did not. */
function ApprovalState({ item: { approvalStatus, linkedApprovalId } }: { item: PlanItem }) {
  const isAdmin = useHasRole('admin');
  if (approvalStatus !== 'pending' && approvalStatus !== 'denied') return null;
  const badge =
    approvalStatus === 'pending' ? (
      <StatusBadge label="Approval pending" color="warning" icon={<ClockRegular />} />
    ) : (
      <StatusBadge label="Approval denied" color="danger" icon={<DismissCircleFilled />} />
    );
  return (
    <>
      {badge}
      {isAdmin && linkedApprovalId !== null && (
        <TextLink to={`${paths.adminApprovals}/${linkedApprovalId}`}>Open approval</TextLink>
      )}
    </>
  );
}
