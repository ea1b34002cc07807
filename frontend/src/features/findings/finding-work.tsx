import { Text } from '@fluentui/react-components';
import type { FindingWork as Work } from '@tenantry/contract/findings';
import { taskStatusLabels } from '@tenantry/contract/labels';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useHasRole } from '../../lib/session.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { Part } from '../../ui/facts.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** Whether somebody has to decide about the work before it is begun. */
export const isApprovalPending = (work: Work | null): boolean => work?.approval?.status === 'pending';

/** Whether somebody has it to do. */
export const isTaskInWork = (work: Work | null): boolean => work?.task != null && work.task.status !== 'completed';

/** The approval and the task of the work that would close a finding; nothing where there is neither. */
export function FindingWork({ work, tenantId }: { work: Work; tenantId: string }) {
  const isAsked = work.approval !== null && work.approval.status !== 'closed';
  if (!isAsked && work.task === null) return null;
  return (
    <Part title="Work">
      <Text weight="semibold">{work.title}</Text>
      {isAsked && work.approval !== null && <Asked approval={work.approval} />}
      {work.task !== null && (
        <Text>
          Task: <TextLink to={inTenant(`${paths.tasks}?task=${work.task.id}`, tenantId)}>{work.task.title}</TextLink> (
          {taskStatusLabels[work.task.status]})
        </Text>
      )}
    </Part>
  );
}

const askedTexts = {
  pending: 'Approval pending since',
  approved: 'Approved on',
  denied: 'Denied on',
  closed: 'Closed on',
} as const;

function Asked({ approval: { id, status, since } }: { approval: NonNullable<Work['approval']> }) {
  const isAdmin = useHasRole('admin');
  const isPending = status === 'pending';
  const instead = isPending ? 'An administrator decides.' : null;
  return (
    <Text>
      {askedTexts[status]} {formatDateTime(since)}.{' '}
      {isAdmin ? (
        <TextLink to={`${paths.adminApprovals}/${id}`}>{isPending ? 'Decide' : 'Open approval'}</TextLink>
      ) : (
        instead
      )}
    </Text>
  );
}

/** The same in a line of a list. */
export function FindingWorkLine({ work }: { work: Work | null }) {
  if (work === null) return null;
  const { approval, task } = work;
  return (
    <>
      {approval?.status === 'pending' && <span>Approval pending since {formatDate(approval.since)}</span>}
      {task !== null && <span>Task: {taskStatusLabels[task.status]}</span>}
    </>
  );
}
