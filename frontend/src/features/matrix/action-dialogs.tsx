import { Text } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { decideApprovals, maxDecidedAtOnce } from '@tenantry/contract/approval-decisions';
import { requestApproval } from '@tenantry/contract/approvals';
import { acceptFinding, maxAcceptanceDays } from '@tenantry/contract/findings';
import { Reason } from '@tenantry/contract/lists';
import type { MatrixRowDetails } from '@tenantry/contract/matrix';
import { createTask } from '@tenantry/contract/tasks';
import { useState } from 'react';
import { DecisionFields, decisionBody, decisionErrors } from '../../blocks/decision-fields.tsx';
import { call } from '../../lib/api-client.ts';
import { dayAfter } from '../../lib/calendar-day.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { countOf } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { DayField } from '../../ui/day-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { Failing } from './failing-tenants.ts';
import { type NotDone, useForTenants } from './use-for-tenants.ts';

export type ActionProps = {
  row: MatrixRowDetails;
  tenants: readonly Failing[];
  onDone: (left: readonly NotDone[]) => void;
  onClose: () => void;
};

const usualDays = 90;
const forText = (tenants: readonly Failing[]) =>
  `For ${countOf(new Set(tenants.map((one) => one.tenantId)).size, 'tenant')}.`;

/** A call's worth of requests. Sent again, its key answers the same decision. */
type Part = { key: string; ids: string[] };

function partsOf(tenants: readonly Failing[]): Part[] {
  const ids = tenants.flatMap(({ approvalId }) => approvalId ?? []);
  return Array.from({ length: Math.ceil(ids.length / maxDecidedAtOnce) }, (_, at) => ({
    key: crypto.randomUUID(),
    ids: ids.slice(at * maxDecidedAtOnce, (at + 1) * maxDecidedAtOnce),
  }));
}

/** Approves the requests of these tenants, as many as fit a call at a time: one entry in the trail for each call. */
export function ApproveDialog({ row, tenants: shown, onDone, onClose }: ActionProps) {
  const client = useQueryClient();
  // Those for which it was opened: where a part fails, the list behind it is another, and each part is sent again as it was.
  const [{ tenants, parts }] = useState(() => ({ tenants: shown, parts: partsOf(shown) }));
  const { field, values } = useForm({ comment: '' }, ['comment']);
  const sendPart = ({ key, ids }: Part) => {
    const comment = values.comment.trim();
    const body = { ids, status: 'approved' as const, key, ...(comment !== '' && { comment }) };
    return call(decideApprovals, { body, tenantId: null });
  };
  const send = async () => {
    const names = new Map(tenants.map(({ approvalId, tenantName }) => [approvalId, tenantName]));
    const left: NotDone[] = [];
    let decided = 0;
    try {
      for (const part of parts) {
        const answer = await sendPart(part);
        decided += answer.decided;
        for (const { id, outcome, message } of answer.results) {
          if (outcome !== 'done') left.push({ key: id, tenantName: names.get(id) ?? id, message });
        }
      }
    } finally {
      // Also where a part failed: those before it are decided.
      void client.invalidateQueries();
    }
    showToast({ title: `${countOf(decided, 'request')} approved`, intent: left.length === 0 ? 'success' : 'warning' });
    onDone(left);
  };
  return (
    <FormDialog
      open
      title="Approve the waiting requests"
      submitLabel={`Approve ${countOf(tenants.length, 'request')}`}
      submittingLabel="Approving…"
      onSubmit={send}
      onClose={onClose}
    >
      <Text weight="semibold">{row.title}</Text>
      <Text>{forText(tenants)} Each approval makes one task.</Text>
      <TextArea label="Notes" {...field('comment')} />
    </FormDialog>
  );
}

/** Asks administrators for the remedy, once for each tenant. */
export function RequestDialog({ row, tenants, onDone, onClose }: ActionProps) {
  const forTenants = useForTenants({ what: 'request', done: 'sent' });
  const { field, values, sendChecked } = useForm({ reason: '' }, ['reason']);
  const send = () => {
    // A reason is one line in lists and in the trail.
    const reason = values.reason.replace(/\s+/g, ' ').trim();
    const error = formErrors(Reason, reason)[''];
    return sendChecked(error === undefined ? {} : { reason: error }, async () => {
      const ask = ({ tenantId, findingId }: Failing) =>
        call(requestApproval, { body: { type: 'task_assignment', tenantId, findingId, reason }, tenantId: null });
      onDone(await forTenants(tenants, ask));
    });
  };
  return (
    <FormDialog
      open
      title="Request the remedy"
      submitLabel={`Send ${countOf(tenants.length, 'request')}`}
      submittingLabel="Sending…"
      onSubmit={send}
      onClose={onClose}
    >
      <Text weight="semibold">{row.title}</Text>
      <Text>{forText(tenants)} An administrator decides on each.</Text>
      <TextArea
        label="Reason"
        required
        hint="10 to 500 characters. The administrator reads it, and the audit trail keeps it."
        {...field('reason')}
      />
    </FormDialog>
  );
}

/** Makes a task for each tenant: once, however often it is sent and by whom. */
export function TasksDialog({ row, tenants, onDone, onClose }: ActionProps) {
  const forTenants = useForTenants({ what: 'task', done: 'created' });
  const { field, values, sendChecked } = useForm({ dueDate: '', notes: '' }, ['dueDate', 'notes']);
  const { category, severity, recommendation } = row;
  const send = () =>
    sendChecked({}, async () => {
      const make = ({ tenantId, taskKey: key, title, checkId, work }: Failing) => {
        const body = {
          ...{ tenantId, key, title: work.title, checkId, category, ofRemedy: true },
          description: [title, recommendation].filter((text) => text !== '').join('\n\n'),
          priority: severity === 'info' ? ('low' as const) : severity,
          notes: values.notes,
          dueDate: values.dueDate === '' ? null : values.dueDate,
        };
        return call(createTask, { body, tenantId });
      };
      onDone(await forTenants(tenants, make));
    });
  return (
    <FormDialog
      open
      title="Create tasks"
      submitLabel={`Create ${countOf(tenants.length, 'task')}`}
      submittingLabel="Creating…"
      onSubmit={send}
      onClose={onClose}
    >
      <Text weight="semibold">{row.title}</Text>
      <Text>
        {forText(tenants)} Each is for all that the remedy mends there. Where work is under way already, none is made.
      </Text>
      <DayField label="Due date" {...field('dueDate')} />
      <TextArea label="Notes" {...field('notes')} />
    </FormDialog>
  );
}

/** Takes the risk on in each of these tenants. */
export function AcceptDialog({ row, tenants, onDone, onClose }: ActionProps) {
  const forTenants = useForTenants({ what: 'risk', done: 'accepted' });
  const { values, change, errors, sendChecked } = useForm(
    () => ({ reason: '', lastDay: dayAfter(new Date(), usualDays) }),
    ['reason', 'expiresAt'],
  );
  const send = () =>
    sendChecked(decisionErrors(values, maxAcceptanceDays, new Date()), async () => {
      const body = decisionBody(values);
      const accept = ({ findingId, tenantId }: Failing) =>
        call(acceptFinding, { params: { findingId }, body, tenantId });
      onDone(await forTenants(tenants, accept));
    });
  return (
    <FormDialog
      open
      title="Accept the risk"
      submitLabel={`Accept ${countOf(tenants.length, 'risk')}`}
      submittingLabel="Accepting…"
      onSubmit={send}
      onClose={onClose}
    >
      <Text weight="semibold">{row.title}</Text>
      <Text>{forText(tenants)} Each finding comes back if it grows, and after the last day.</Text>
      <DecisionFields value={values} onChange={change} errors={errors} />
    </FormDialog>
  );
}
