import { Button, Tooltip } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { FindingsMenu } from '../../blocks/findings-menu.tsx';
import { useTenant } from '../../lib/session.ts';

/** Saves all findings of the selected organization as a file. */
export function ExportFindings() {
  const { tenant } = useTenant();
  if (tenant !== null) return <FindingsMenu tenant={tenant} label="Export Report" pendingLabel="Exporting…" />;
  return (
    <Tooltip content="Select a tenant to export its findings" relationship="description">
      <Button icon={<ArrowDownloadRegular />} disabledFocusable>
        Export Report
      </Button>
    </Tooltip>
  );
}
