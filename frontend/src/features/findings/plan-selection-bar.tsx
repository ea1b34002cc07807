import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { madePlanText, useMakePlan } from '../../blocks/use-make-plan.ts';
import { messageOf } from '../../lib/api-error.ts';
import { countOf } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { showToast } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import type { PlanSelection } from './use-plan-selection.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    // However far down the chosen ones are.
    position: 'sticky',
    insetBlockStart: 0,
    zIndex: 1,
  },
  count: { flex: '1 1 auto' },
});

type Props = { tenantId: string; selection: PlanSelection; onDone: () => void };

/** What can be done with the chosen findings. */
export function PlanSelectionBar({ tenantId, selection, onDone }: Props) {
  const styles = useStyles();
  const navigate = useNavigate();
  const make = useMakePlan(tenantId);
  const { submit, pending } = useSubmit(async () => {
    try {
      const made = await make([...selection.ids]);
      onDone();
      showToast({
        title: 'Added to Project Plan',
        body: madePlanText(made),
        intent: 'success',
        action: { label: 'Open plan', run: () => navigate(inTenant(paths.projectPlan, tenantId)) },
      });
    } catch (error) {
      showToast({ title: 'The findings were not added', body: messageOf(error), intent: 'error' });
    }
  });
  return (
    <section className={styles.root} aria-label="Chosen findings">
      <Text className={styles.count} role="status">
        {countOf(selection.ids.size, 'finding')} chosen
      </Text>
      <Button appearance="primary" onClick={() => void submit()} disabledFocusable={pending}>
        {pending ? 'Adding…' : 'Add to project plan'}
      </Button>
      <Button onClick={onDone} disabled={pending}>
        Clear
      </Button>
    </section>
  );
}
