import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { exportAuditTrail } from '@tenantry/contract/exports';
import { useExport } from '../../blocks/use-export.ts';
import { dayOf } from '../../lib/calendar-day.ts';
import { asked, type TrailFilters } from './audit-trail-queries.ts';

/** Saves all entries that the filters show as a file, not this page of them alone. */
export function ExportTrail({ filters }: { filters: TrailFilters }) {
  const { start, pendingName } = useExport('Export failed');
  const save = (format: 'json' | 'csv') =>
    start(
      exportAuditTrail,
      { tenantId: null, query: { format, ...asked(filters) } },
      `audit-trail-${dayOf(new Date())}.${format}`,
    );
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button icon={<ArrowDownloadRegular />} disabledFocusable={pendingName !== null}>
          {pendingName === null ? 'Export' : 'Exporting…'}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => save('csv')}>CSV file</MenuItem>
          <MenuItem onClick={() => save('json')}>JSON file</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
