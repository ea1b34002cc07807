import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, Tooltip } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { downloadFindings } from '@tenantry/contract/findings';
import { useTenant } from '../../lib/session.ts';
import { useDownload } from '../../lib/use-download.ts';

const formats = [
  { format: 'json', label: 'JSON file' },
  { format: 'csv', label: 'CSV file' },
] as const;

/** Saves all findings of the selected organization as a file. */
export function ExportFindings() {
  const { tenant } = useTenant();
  const { start, pendingName } = useDownload('Download Failed');
  const isPending = pendingName !== null;
  if (tenant === null) {
    return (
      <Tooltip content="Select a tenant to export its findings" relationship="description">
        <Button icon={<ArrowDownloadRegular />} disabledFocusable>
          Export Report
        </Button>
      </Tooltip>
    );
  }
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button icon={<ArrowDownloadRegular />} disabledFocusable={isPending}>
          {isPending ? 'Exporting…' : 'Export Report'}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {formats.map(({ format, label }) => (
            <MenuItem
              key={format}
              onClick={() =>
                start(
                  downloadFindings,
                  { params: { id: tenant.id }, query: { format }, tenantId: tenant.id },
                  `Findings_${tenant.name}.${format}`,
                )
              }
            >
              {label}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
