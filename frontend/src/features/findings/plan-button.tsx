import { Button } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { type MadePlan, madePlanText } from '../../blocks/use-make-plan.ts';
import { paths } from '../../lib/paths.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { showToast } from '../../lib/toast.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import type { SelectedFinding } from './use-finding-selection.ts';

const PlanDialog = onDemand(async () => (await import('../../blocks/plan-dialog.tsx')).PlanDialog);

type Props = {
  tenantId: string;
  /** The open ones of the selected findings. */
  findings: readonly SelectedFinding[];
  onDone: () => void;
};

/** Makes the work of the selected findings tasks of the tenant's project plan. */
export function PlanButton({ tenantId, findings, onDone }: Props) {
  const navigate = useNavigate();
  const { opened, open, close, fallback } = useOpened<readonly string[]>();
  const tell = (made: MadePlan) => {
    onDone();
    showToast({
      title: 'Added to Project Plan',
      body: madePlanText(made),
      intent: 'success',
      action: { label: 'Open plan', run: () => navigate(inTenant(paths.projectPlan, tenantId)) },
    });
  };
  return (
    <>
      <Button ref={fallback} onClick={() => open(findings.map(({ id }) => id))} disabled={findings.length === 0}>
        Add to project plan
      </Button>
      {opened && (
        <PlanDialog
          title="Add to project plan"
          submitLabel="Add"
          submittingLabel="Adding…"
          tenantId={tenantId}
          findingIds={opened}
          onMade={tell}
          onClose={close}
        >
          What fixes a selected finding is one task, with the other findings that it closes.
        </PlanDialog>
      )}
    </>
  );
}
