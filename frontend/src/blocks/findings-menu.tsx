import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import type { Tenant } from '@tenantry/contract/tenants';
import { useFindingsDownload } from './use-findings-download.ts';

type Props = { tenant: Tenant; label: string; pendingLabel: string };

/** Saves all findings of a tenant as a file of a chosen kind. */
export function FindingsMenu({ tenant, label, pendingLabel }: Props) {
  const findings = useFindingsDownload(tenant);
  const isPending = findings.isPending('json') || findings.isPending('csv');
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button icon={<ArrowDownloadRegular />} disabledFocusable={isPending}>
          {isPending ? pendingLabel : label}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => findings.save('json')}>JSON file</MenuItem>
          <MenuItem onClick={() => findings.save('csv')}>CSV file</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
