import { Text } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { FormDialog } from '../ui/form-dialog.tsx';
import { PlanPreview } from './plan-preview.tsx';
import type { MadePlan } from './use-make-plan.ts';
import { usePlanning } from './use-planning.ts';

type Props = {
  title: string;
  submitLabel: string;
  submittingLabel: string;
  tenantId: string;
  /** All that are open where absent. */
  findingIds?: readonly string[];
  children: ReactNode;
  onMade: (made: MadePlan) => void;
  onClose: () => void;
};

/** Makes or extends a project plan, once somebody has read what it would hold and what it would approve. */
export function PlanDialog({
  title,
  submitLabel,
  submittingLabel,
  tenantId,
  findingIds,
  children,
  onMade,
  onClose,
}: Props) {
  const { make, ...preview } = usePlanning(tenantId, findingIds);
  return (
    <FormDialog
      open
      title={title}
      submitLabel={submitLabel}
      submittingLabel={submittingLabel}
      onSubmit={async () => onMade(await make())}
      onClose={onClose}
      submitDisabled={preview.query.data === undefined || preview.query.data.items.length === 0}
    >
      <Text>{children}</Text>
      <PlanPreview {...preview} />
    </FormDialog>
  );
}
