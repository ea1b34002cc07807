import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { decideApprovals } from '@tenantry/contract/approval-decisions';
import { priorityLabels } from '@tenantry/contract/labels';
import { Priority } from '@tenantry/contract/verdicts';
import { useRef, useState } from 'react';
import { type Assignee, AssigneeCombobox } from '../../blocks/assignee-combobox.tsx';
import { WorkGain } from '../../blocks/work-gain.tsx';
import { formErrors } from '../../lib/form-errors.ts';
import { countOf } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { DayField } from '../../ui/day-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { bodyOf, type DecisionAnswer, type DecisionValues, useDecideWork } from './use-decide-work.ts';
import { countedBy, filterText, tenantsOf, type WorkDecision } from './work-decision.ts';

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, maxHeight: '160px', overflowY: 'auto' },
  task: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '@media (max-width: 479px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  whole: { gridColumn: '1 / -1' },
});

const blank: DecisionValues = { comment: '', assigneeId: '', priority: '', dueDate: '' };
const fields = ['comment', 'assigneeId', 'priority', 'dueDate'];

type Props = {
  asked: WorkDecision;
  /** Null where nothing was decided. */
  onClose: (answer: DecisionAnswer | null) => void;
};

/** Decides a piece of work for one tenant or many; an approval says in the same step who does it and until when. */
export function DecideWorkDialog({ asked, onClose }: Props) {
  const decide = useDecideWork();
  // Sent again, it answers the same decision.
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm(blank, fields);
  const { values, field, sendChecked } = form;
  const answer = useRef<DecisionAnswer | null>(null);
  const isApproval = asked.decision === 'approved';
  const send = () => {
    const body = bodyOf(asked, values, key);
    const missing: Record<string, string> = isApproval || body.comment ? {} : { comment: 'Say why it is denied' };
    return sendChecked({ ...formErrors(decideApprovals.body, body), ...missing }, async () => {
      answer.current = await decide(asked, body);
    });
  };
  return (
    <FormDialog
      open
      title={`${isApproval ? 'Approve' : 'Deny'} for ${tenantsOf(asked)}`}
      submitLabel={isApproval ? 'Approve' : 'Deny'}
      submittingLabel={isApproval ? 'Approving…' : 'Denying…'}
      onSubmit={send}
      onClose={() => onClose(answer.current)}
    >
      <Text weight="semibold">{asked.work.title}</Text>
      <Tenants asked={asked} />
      <Gain asked={asked} />
      {isApproval ? (
        <>
          <Text>{countOf(countedBy(asked), 'task')} will be created.</Text>
          <TaskFields form={form} />
          <TextArea
            label="Notes"
            hint="Optional. Kept with the decision and in the audit trail."
            {...field('comment')}
          />
        </>
      ) : (
        <>
          <Text>The scanner asks again only when it gets worse, or when another finding needs the same work.</Text>
          <TextArea
            label="Reason"
            required
            hint="Kept with the decision and in the audit trail."
            {...field('comment')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Of one tenant; of many it differs from tenant to tenant. */
function Gain({ asked: { of, work } }: { asked: WorkDecision }) {
  const [one, another] = 'approvals' in of ? of.approvals : [];
  if (one === undefined || one.tenantId === null || another !== undefined) return null;
  return <WorkGain tenantId={one.tenantId} isMeant={({ workId }) => workId === work.remedyId} />;
}

function Tenants({ asked: { of } }: { asked: WorkDecision }) {
  const styles = useStyles();
  if ('filter' in of) {
    const text = filterText(of.filter);
    return text === null ? null : <Text>Only with {text}.</Text>;
  }
  if (of.approvals.length < 2) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <ul className={styles.list} tabIndex={0} aria-label="Chosen tenants">
      {of.approvals.map(({ id, tenantName }) => (
        <li key={id}>{tenantName}</li>
      ))}
    </ul>
  );
}

type TaskFieldsProps = { form: ReturnType<typeof useForm<DecisionValues>> };

/** How the tasks begin. */
function TaskFields({ form: { field, change, errors } }: TaskFieldsProps) {
  const styles = useStyles();
  const [assignee, setAssignee] = useState<Assignee | null>(null);
  const assign = (chosen: Assignee | null) => {
    setAssignee(chosen);
    change({ assigneeId: chosen?.userId ?? '' });
  };
  return (
    <div className={styles.task}>
      <div className={styles.whole}>
        <AssigneeCombobox value={assignee} onChange={assign} error={errors.assigneeId} />
      </div>
      <SelectField
        label="Priority of the task"
        options={['', ...Priority.options] as const}
        labelOf={(option) => (option === '' ? 'As requested' : priorityLabels[option])}
        {...field('priority')}
      />
      <DayField label="Due date" {...field('dueDate')} />
    </div>
  );
}
