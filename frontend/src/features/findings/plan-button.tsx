import { Button } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { madePlanText, useMakePlan } from '../../blocks/use-make-plan.ts';
import { paths } from '../../lib/paths.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import type { SelectedFinding } from './use-finding-selection.ts';

type Props = {
  tenantId: string;
  /** The open ones of the selected findings. */
  findings: readonly SelectedFinding[];
  onDone: () => void;
};

/** Makes the selected findings tasks of the tenant's project plan. */
export function PlanButton({ tenantId, findings, onDone }: Props) {
  const navigate = useNavigate();
  const make = useMakePlan(tenantId);
  const { submit, pending } = useAction('The findings were not added', async () => {
    const made = await make(findings.map(({ id }) => id));
    onDone();
    showToast({
      title: 'Added to Project Plan',
      body: madePlanText(made),
      intent: 'success',
      action: { label: 'Open plan', run: () => navigate(inTenant(paths.projectPlan, tenantId)) },
    });
  });
  return (
    <Button onClick={() => void submit()} disabled={findings.length === 0} disabledFocusable={pending}>
      {pending ? 'Adding…' : 'Add to project plan'}
    </Button>
  );
}
