import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { tenantIdOfRecordId } from '@tenantry/contract/ids';
import { categoryLabels, findingStatusLabels } from '@tenantry/contract/labels';
import type { TaskDetails, TaskStatus } from '@tenantry/contract/tasks';
import type { ReactNode } from 'react';
import { HelpLink } from '../../blocks/help-link.tsx';
import { PriorityBadge } from '../../blocks/priority-badge.tsx';
import { RemedyScript } from '../../blocks/remedy-script.tsx';
import { TaskStatusBadge } from '../../blocks/task-status-badge.tsx';
import { endOfId, formatDateTime, formatDay } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useHasRole } from '../../lib/session.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { FactList, Part } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Row } from '../../ui/row.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { RecheckPart } from './recheck-part.tsx';
import { RecheckWatch } from './recheck-watch.tsx';
import { TaskMarks } from './task-badges.tsx';
import { TaskHistory } from './task-history.tsx';
import { taskOriginLabels } from './task-labels.ts';
import { isBeingRechecked, taskQuery } from './task-queries.ts';
import { TaskTicketsPart } from './task-tickets-part.tsx';
import { useTaskChanges } from './use-task-changes.ts';

const ClientQuestionPart = onDemand(async () => (await import('./client-question-part.tsx')).ClientQuestionPart);

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
  root: { display: 'grid', gap: tokens.spacingVerticalXL, paddingBottom: tokens.spacingVerticalXL, minWidth: 0 },
  text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});

type Props = {
  taskId: string;
  /** The tenant whose page it is; null where it is of all. */
  tenantId: string | null;
  statusLabels: Record<TaskStatus, string>;
  onClose: () => void;
};

/** A task with its history, its evidence and what is left of it. */
export function TaskDrawer({ taskId, tenantId, statusLabels, onClose }: Props) {
  if (tenantId === null || tenantIdOfRecordId(taskId) === tenantId) {
    return <OwnTask taskId={taskId} statusLabels={statusLabels} onClose={onClose} />;
  }
  return (
    <DetailsDrawer title="Task" widthPx={760} onClose={onClose}>
      <Notice intent="warning">This task belongs to another tenant.</Notice>
    </DetailsDrawer>
  );
}

function OwnTask({ taskId, statusLabels, onClose }: Omit<Props, 'tenantId'>) {
  const query = useQuery(taskQuery(taskId));
  return (
    <DetailsDrawer
      title={query.data?.title ?? 'Task'}
      widthPx={760}
      onClose={onClose}
      footer={query.data && <TaskButtons task={query.data} />}
    >
      <QueryState query={query} loadingLabel="Loading the task" errorTitle="The task could not be loaded">
        {(task) => <TaskFacts task={task} statusLabels={statusLabels} />}
      </QueryState>
    </DetailsDrawer>
  );
}

function TaskFacts({ task, statusLabels }: { task: TaskDetails; statusLabels: Record<TaskStatus, string> }) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <RecheckWatch task={task} />
      <Row gap="S">
        <TaskStatusBadge status={task.status} labels={statusLabels} />
        <PriorityBadge priority={task.priority} />
        <TaskMarks task={task} />
        {task.isSimulated && (
          <Badge appearance="outline" color="informative">
            Simulated
          </Badge>
        )}
      </Row>
      {task.clientQuestion !== null && <ClientQuestionPart task={task} question={task.clientQuestion} />}
      {task.clientQuestion?.text !== task.description && (
        <Part title="Description">
          <Text className={styles.text}>{task.description}</Text>
          <HelpLink article={task.article} of={task.title} />
          {task.remedyId !== null && task.remedyId === task.article && (
            <RemedyScript tenantId={task.tenantId} remedyId={task.remedyId} />
          )}
        </Part>
      )}
      {task.impact !== null && (
        <Part title="Impact">
          <Text>{task.impact}</Text>
        </Part>
      )}
      {task.notes !== '' && (
        <Part title="Notes">
          <Text className={styles.text}>{task.notes}</Text>
        </Part>
      )}
      <RecheckPart task={task} />
      <TaskTicketsPart taskId={task.id} />
      <TaskFindings task={task} />
      <Part title="Details">
        <TaskFactList task={task} />
      </Part>
      <TaskHistory task={task} statusLabels={statusLabels} />
    </div>
  );
}

/** Administrators alone may open it. */
function approvalLink({ linkedApprovalId, approvalTitle }: TaskDetails, isAdmin: boolean): ReactNode {
  if (linkedApprovalId === null) return null;
  const text = `${endOfId(linkedApprovalId)} ${approvalTitle ?? ''}`.trim();
  return isAdmin ? <TextLink to={`${paths.adminApprovals}/${linkedApprovalId}`}>{text}</TextLink> : text;
}

function FindingLink({ tenantId, finding }: { tenantId: string; finding: NonNullable<TaskDetails['finding']> }) {
  return (
    <TextLink to={`${paths.findings}?tenantId=${tenantId}&finding=${finding.id}`}>
      {finding.title} ({findingStatusLabels[finding.status]})
    </TextLink>
  );
}

/** What the task closes, where that is several: each with how it stands. */
function TaskFindings({ task: { tenantId, findings } }: { task: TaskDetails }) {
  const styles = useStyles();
  if (findings.length === 0) return null;
  return (
    <Part title={`Closes ${findings.length} findings`}>
      <ul className={styles.list}>
        {findings.map((finding) => (
          <li key={finding.id}>
            <FindingLink tenantId={tenantId} finding={finding} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function TaskFactList({ task }: { task: TaskDetails }) {
  const isAdmin = useHasRole('admin');
  const { completedAt } = task;
  return (
    <FactList
      facts={[
        ['Task', endOfId(task.id)],
        ['Tenant', task.tenantName],
        ['Category', categoryLabels[task.category]],
        ['Assignee', task.assignee?.name ?? 'Nobody'],
        ['Due', task.dueDate && formatDay(task.dueDate)],
        ['Estimated hours', task.estimatedHours],
        ['Origin', taskOriginLabels[task.origin]],
        ['Approval', approvalLink(task, isAdmin)],
        [
          'Finding',
          task.finding && task.findings.length === 0 && <FindingLink tenantId={task.tenantId} finding={task.finding} />,
        ],
        ['Created', `${formatDateTime(task.createdAt)} by ${task.createdBy}`],
        ['Completed', completedAt && `${formatDateTime(completedAt)} by ${task.completedBy}`],
      ]}
    />
  );
}

function TaskButtons({ task }: { task: TaskDetails }) {
  const isTechnician = useHasRole('technician');
  const { change } = useTaskChanges();
  const { version } = task;
  const { submit, pending } = useSubmit(async () => {
    await change(task, { version, status: 'completed' });
  });
  if (!isTechnician || task.status === 'completed') return null;
  const isBusy = pending || isBeingRechecked(task);
  return (
    <Row gap="S">
      <Button appearance="primary" onClick={() => void submit()} disabledFocusable={isBusy}>
        {isBeingRechecked(task) ? 'Checking…' : 'Complete'}
      </Button>
      {task.recheck?.outcome === 'unknown' && (
        <ConfirmPopover
          trigger={<Button>Complete without proof</Button>}
          question="Its check could not run. The task is marked as completed without proof, and its finding stays open."
          confirmLabel="Complete without proof"
          onConfirm={async () => {
            await change(task, { version, status: 'completed', withoutProof: true });
          }}
        />
      )}
    </Row>
  );
}
