import { Text } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import type { WaitingWork } from '@tenantry/contract/approval-decisions';
import { type ApprovalRule, changeApprovalRules } from '@tenantry/contract/approval-rules';
import { formErrors } from '../../lib/form-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Hint } from '../../ui/muted.tsx';
import { approvalRulesQuery } from './approval-queries.ts';
import { allTenants, RuleTenants } from './rule-tenants.tsx';
import { rulesBody, sentRule, useChangeRules } from './use-approval-rules.ts';

const words: Record<ApprovalRule['action'], { title: string; consequence: string; submit: string }> = {
  never: {
    title: 'Never ask for this',
    consequence:
      'Scans no longer ask for it, and the next scan of each tenant closes the requests that wait. The findings stay open and count as before.',
    submit: 'Never ask',
  },
  approve: {
    title: 'Approve at once',
    consequence:
      'What a scan asks for is approved at once, and its task is created without anybody deciding. Requests that wait already stay until somebody decides them.',
    submit: 'Approve at once',
  },
};

type Props = {
  work: Pick<WaitingWork, 'remedyId' | 'title'>;
  action: ApprovalRule['action'];
  onClose: () => void;
};

/** Settles a piece of work before the scanner asks for it, for all tenants or for some. */
export function RuleDialog({ work, action, onClose }: Props) {
  const client = useQueryClient();
  const changeRules = useChangeRules();
  const { values, change, errors, sendChecked } = useForm({ tenants: allTenants }, ['tenants']);
  const { title, consequence, submit } = words[action];
  const send = async () => {
    // As they are now: whoever has the page open for long must not take back a change.
    const current = await client.fetchQuery({ ...approvalRulesQuery(), staleTime: 0 });
    const added = sentRule({ remedyId: work.remedyId, action, ...values.tenants });
    const body = rulesBody(current, { rules: [...current.rules.map(sentRule), added] });
    return sendChecked(tenantErrors(body.rules.length - 1, formErrors(changeApprovalRules.body, body)), () =>
      changeRules(body),
    );
  };
  return (
    <FormDialog open title={title} submitLabel={submit} onSubmit={send} onClose={onClose}>
      <Text weight="semibold">{work.title}</Text>
      <Text>{consequence}</Text>
      <RuleTenants value={values.tenants} onChange={(tenants) => change({ tenants })} error={errors.tenants} />
      <Hint>The audit trail keeps who made the rule.</Hint>
    </FormDialog>
  );
}

/** The message at a rule's tenants, by the name of its field here. */
function tenantErrors(index: number, found: Record<string, string>): Record<string, string> {
  const message = found[`rules.${index}.tenantIds`];
  return message === undefined ? found : { tenants: message };
}
