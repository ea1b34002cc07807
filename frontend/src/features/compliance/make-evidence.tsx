import { Button } from '@fluentui/react-components';
import { DocumentAddRegular } from '@fluentui/react-icons/svg/document-add';
import type { FrameworkId } from '@tenantry/contract/framework-id';
import { useHasRole } from '../../lib/session.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { onDemand } from '../../ui/on-demand.tsx';

const EvidenceDialog = onDemand(async () => (await import('./evidence-dialog.tsx')).EvidenceDialog);

/** The way to an evidence pack, for technicians and administrators. */
export function MakeEvidence({ tenantId, framework }: { tenantId: string; framework: FrameworkId }) {
  const isTechnician = useHasRole('technician');
  const { opened, open, close } = useOpened<FrameworkId>();
  if (!isTechnician) return null;
  return (
    <>
      <Button icon={<DocumentAddRegular />} onClick={() => open(framework)}>
        Evidence pack
      </Button>
      {opened && <EvidenceDialog tenantId={tenantId} framework={opened} onClose={close} />}
    </>
  );
}
