import { makeStyles, Text } from '@fluentui/react-components';
import { categoryLabels } from '@tenantry/contract/labels';
import type { Task } from '@tenantry/contract/tasks';
import { endOfId, formatDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useHasRole } from '../../lib/session.ts';
import type { OptionalColumn } from '../../ui/column-choice.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const useStyles = makeStyles({
  description: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '3',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
});

const Description = ({ task }: { task: Task }) => (
  <Text size={200} className={useStyles().description}>
    {task.description}
  </Text>
);

/** Administrators alone may open it. */
function LinkedApproval({ task: { linkedApprovalId } }: { task: Task }) {
  const isAdmin = useHasRole('admin');
  if (linkedApprovalId === null) return 'Manual task';
  const text = endOfId(linkedApprovalId);
  return isAdmin ? <TextLink to={`${paths.adminApprovals}/${linkedApprovalId}`}>{text}</TextLink> : text;
}

/** What one needs to know less often of a task, the same in both lists. */
export const lesserColumns: readonly OptionalColumn<Task>[] = [
  {
    id: 'category',
    label: 'Category',
    width: '120px',
    starts: 'onWideScreens',
    cell: ({ category }) => categoryLabels[category],
  },
  {
    id: 'hours',
    label: 'Estimated hours',
    width: '80px',
    align: 'end',
    starts: 'onWideScreens',
    cell: ({ estimatedHours }) => estimatedHours ?? '—',
  },
  {
    id: 'description',
    label: 'Description',
    width: '240px',
    starts: 'hidden',
    cell: (task) => <Description task={task} />,
  },
  {
    id: 'approval',
    label: 'Linked approval',
    width: '104px',
    starts: 'hidden',
    cell: (task) => <LinkedApproval task={task} />,
  },
  { id: 'created', label: 'Created', width: '104px', starts: 'hidden', cell: ({ createdAt }) => formatDate(createdAt) },
];
