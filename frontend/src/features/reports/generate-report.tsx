import { Button } from '@fluentui/react-components';
import { DocumentAddRegular } from '@fluentui/react-icons/svg/document-add';
import { useHasRole } from '../../lib/session.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { onDemand } from '../../ui/on-demand.tsx';

const GenerateReportDialog = onDemand(async () => (await import('./generate-report-dialog.tsx')).GenerateReportDialog);

/** The way to a new report, for technicians and administrators. */
export function GenerateReport({ tenantId }: { tenantId: string }) {
  const isTechnician = useHasRole('technician');
  const { opened, open, close } = useOpened<string>();
  if (!isTechnician) return null;
  return (
    <>
      <Button appearance="primary" icon={<DocumentAddRegular />} onClick={() => open(tenantId)}>
        Generate report
      </Button>
      {opened && <GenerateReportDialog tenantId={opened} onClose={close} />}
    </>
  );
}
