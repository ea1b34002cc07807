import { Text } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { type CheckAlignment, makeException, type TenantAlignment } from '@tenantry/contract/baselines';
import { maxAcceptanceDays } from '@tenantry/contract/findings';
import { DecisionFields, decisionBody, decisionErrors } from '../../blocks/decision-fields.tsx';
import { call } from '../../lib/api-client.ts';
import { dayAfter } from '../../lib/calendar-day.ts';
import { countOf } from '../../lib/format.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

const usualDays = 90;

type Props = {
  standing: Pick<TenantAlignment, 'tenantId' | 'tenantName' | 'baselineId' | 'baselineName'>;
  checks: readonly CheckAlignment[];
  onClose: () => void;
};

/** Excepts a tenant from checks of a baseline, for a reason and until a day. */
export function ExceptionDialog({ standing, checks, onClose }: Props) {
  const { tenantId, tenantName, baselineId, baselineName } = standing;
  const client = useQueryClient();
  const { values, change, errors, sendChecked } = useForm(
    () => ({ reason: '', lastDay: dayAfter(new Date(), usualDays) }),
    ['reason', 'expiresAt'],
  );
  const [only, ...others] = checks;
  const send = () =>
    sendChecked(decisionErrors(values, maxAcceptanceDays, new Date()), async () => {
      const checkIds = checks.map(({ checkId }) => checkId);
      const body = { baselineId, checkIds, ...decisionBody(values) };
      const { excepted } = await call(makeException, { params: { id: tenantId }, body, tenantId });
      showToast({ title: `${countOf(excepted.length, 'exception')} made`, body: tenantName, intent: 'success' });
      await invalidateTenant(client, tenantId);
    });
  return (
    <FormDialog
      open
      title={`Exception from ${baselineName}`}
      submitLabel={others.length === 0 ? 'Make exception' : `Make ${countOf(checks.length, 'exception')}`}
      onSubmit={send}
      onClose={onClose}
    >
      <Text weight="semibold">
        {others.length === 0 ? only?.title : `Everything that deviates (${countOf(checks.length, 'check')})`}
      </Text>
      <Text>{`For ${tenantName}. It holds for what was found: what grows deviates again. The finding stays open.`}</Text>
      <DecisionFields value={values} onChange={change} errors={errors} />
    </FormDialog>
  );
}
