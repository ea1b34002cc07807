import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, Tooltip } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { downloadFindings, exportFindings, maxFindingsExported } from '@tenantry/contract/findings';
import { formatNumber } from '../../lib/format.ts';
import { useTenant } from '../../lib/session.ts';
import { useDownload } from '../../lib/use-download.ts';
import type { FindingSelection } from './findings-queries.ts';

type Props = {
  selection: FindingSelection;
  /** How many match the filters; undefined while that is not known. */
  total: number | undefined;
};

/** Saves the findings that the list is filtered to as a file: of the selected tenant, or of all in the user's scope. */
export function ExportFindings({ selection, total }: Props) {
  const { tenant } = useTenant();
  const { start, pendingName } = useDownload('Download Failed');
  const save = (format: 'csv' | 'json') => {
    const query = { format, ...selection };
    if (tenant === null) start(exportFindings, { query, tenantId: null }, `Findings.${format}`);
    else
      start(
        downloadFindings,
        { params: { id: tenant.id }, query, tenantId: tenant.id },
        `Findings_${tenant.name}.${format}`,
      );
  };
  const obstacle = obstacleTo(total);
  if (total === undefined || obstacle !== null) return <NoExport why={obstacle} />;
  const what = total === 1 ? 'Export this finding' : `Export these ${formatNumber(total)}`;
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button icon={<ArrowDownloadRegular />} disabledFocusable={pendingName !== null}>
          {pendingName === null ? 'Export Report' : 'Exporting…'}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => save('csv')}>{what} (CSV)</MenuItem>
          <MenuItem onClick={() => save('json')}>{what} (JSON)</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

function obstacleTo(total: number | undefined): string | null {
  if (total === 0) return 'There are no findings to export.';
  if (total === undefined || total <= maxFindingsExported) return null;
  return `A file holds at most ${formatNumber(maxFindingsExported)} findings: filter the list first.`;
}

/** @param why null while the list is on its way */
function NoExport({ why }: { why: string | null }) {
  const button = (
    <Button icon={<ArrowDownloadRegular />} disabledFocusable>
      Export Report
    </Button>
  );
  if (why === null) return button;
  return (
    <Tooltip content={why} relationship="description">
      {button}
    </Tooltip>
  );
}
