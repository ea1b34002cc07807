import { Text } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { ApprovalType, requestApproval } from '@tenantry/contract/approvals';
import { categoryLabels, priorityLabels } from '@tenantry/contract/labels';
import { Category, Priority } from '@tenantry/contract/verdicts';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { call } from '../lib/api-client.ts';
import { formErrors } from '../lib/form-errors.ts';
import { invalidateTenant } from '../lib/invalidate-tenant.ts';
import { showToast } from '../lib/toast.ts';
import { useForm } from '../lib/use-form.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import { approvalTypeLabels } from './approval-labels.ts';
import { blankPermission, PermissionFields, permissionBody } from './permission-fields.tsx';
import { TenantFilter } from './tenant-filter.tsx';

/** What a request is about where that is known: then it is not asked. */
export type RequestPreset = {
  type?: ApprovalType;
  tenantId?: string;
  finding?: { id: string; title: string };
  priority?: Priority;
};

type Body = z.input<typeof requestApproval.body>;
const fields = [
  ...['type', 'tenantId', 'title', 'reason', 'priority', 'category'],
  ...['permission.user', 'permission.role', 'permission.tenantIds', 'permission'],
];

function blank({ type, tenantId, priority }: RequestPreset) {
  return {
    type: type ?? ('system_change' as ApprovalType),
    tenantId: tenantId ?? '',
    title: '',
    reason: '',
    priority: priority ?? ('medium' as Priority),
    category: 'mfa' as Category,
    ...blankPermission,
  };
}

type Values = ReturnType<typeof blank>;

function bodyOf(values: Values, { finding }: RequestPreset, key: string): Body {
  const { type, tenantId, title, priority, category } = values;
  // A reason is one line in lists and in the trail.
  const common = { type, reason: values.reason.replace(/\s+/g, ' ').trim(), priority, key };
  if (type === 'user_permission') return { ...common, permission: permissionBody(values) };
  const of = { ...common, tenantId: tenantId === '' ? null : tenantId };
  if (type === 'audit_publish') return of;
  if (type === 'system_change') return { ...of, title };
  return finding === undefined ? { ...of, title, category } : { ...of, findingId: finding.id };
}

function errorsOf(body: Body): Record<string, string> {
  const needsTenant = body.type === 'audit_publish' || body.type === 'task_assignment';
  return {
    ...(needsTenant && !body.tenantId ? { tenantId: 'Choose a tenant' } : {}),
    ...formErrors(requestApproval.body, body),
  };
}

type Props = {
  /** Names what is half typed. */
  draft: string;
  preset: RequestPreset;
  onClose: () => void;
};

/** Asks an administrator for a decision, with a reason. */
export function RequestApprovalDialog({ draft, preset, onClose }: Props) {
  const client = useQueryClient();
  // Sent again, it answers the same request.
  const [key] = useState(() => crypto.randomUUID());
  const { values, field, change, errors, sendChecked } = useForm(() => blank(preset), fields, { name: draft });
  const { type, tenantId } = values;
  const send = () => {
    const body = bodyOf(values, preset, key);
    return sendChecked(errorsOf(body), async () => {
      const made = await call(requestApproval, { body, tenantId: null });
      showToast({ title: 'Approval Requested', body: made.title, intent: 'success' });
      void invalidateTenant(client, made.tenantId ?? '');
    });
  };
  const hasOwnTitle = type === 'system_change' || (type === 'task_assignment' && preset.finding === undefined);
  return (
    <FormDialog
      open
      title="Request approval"
      submitLabel="Send request"
      submittingLabel="Sending…"
      onSubmit={send}
      onClose={onClose}
    >
      {preset.finding && <Text weight="semibold">{preset.finding.title}</Text>}
      {preset.type === undefined ? (
        <SelectField
          label="Type"
          options={ApprovalType.options}
          labelOf={(option) => approvalTypeLabels[option]}
          {...field('type')}
        />
      ) : (
        <Text>{purposes[preset.type]}</Text>
      )}
      {preset.tenantId === undefined && type !== 'user_permission' && (
        <TenantFilter
          label="Tenant"
          allLabel={type === 'system_change' ? 'System-wide' : 'Choose a tenant'}
          value={tenantId === '' ? undefined : tenantId}
          onChange={(chosen) => change({ tenantId: chosen ?? '' })}
          error={errors.tenantId}
        />
      )}
      {type === 'user_permission' && <PermissionFields values={values} onChange={change} errors={errors} />}
      {hasOwnTitle && <TextField label="Title" required isProse {...field('title')} />}
      {type === 'task_assignment' && preset.finding === undefined && (
        <SelectField
          label="Category"
          options={Category.options}
          labelOf={(option) => categoryLabels[option]}
          {...field('category')}
        />
      )}
      <SelectField
        label="Priority"
        options={Priority.options}
        labelOf={(option) => priorityLabels[option]}
        {...field('priority')}
      />
      <TextArea
        label="Reason"
        required
        hint="10 to 500 characters. The administrator reads it, and the audit trail keeps it."
        {...field('reason')}
      />
    </FormDialog>
  );
}

const purposes: Record<ApprovalType, string> = {
  audit_publish: 'Once approved, the report of the latest audit is marked as published to the client.',
  task_assignment: 'Once approved, a task is created.',
  system_change: 'An administrator decides whether it is done.',
  user_permission: 'Once approved, the user has it at once.',
};
