import { Menu, MenuButton, MenuItem, MenuPopover, MenuTrigger, makeStyles } from '@fluentui/react-components';
import { ArrowExitRegular } from '@fluentui/react-icons/svg/arrow-exit';
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple';
import { GlobeRegular } from '@fluentui/react-icons/svg/globe';
import { SettingsRegular } from '@fluentui/react-icons/svg/settings';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { useHasRole, useSignedIn } from '../lib/session.ts';
import { inTenant } from '../lib/tenant-address.ts';
import { showToast } from '../lib/toast.ts';
import { TenantSwitcherList } from './tenant-switcher-list.tsx';

const useStyles = makeStyles({
  button: { minWidth: 0, maxWidth: '280px', '@media (max-width: 639px)': { maxWidth: '190px' } },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  popover: { width: 'min(340px, calc(100vw - 32px))', maxWidth: 'none' },
});

/** Shows which tenant is selected and changes it. */
export function TenantSwitcher() {
  const styles = useStyles();
  const navigate = useNavigate();
  const { tenant } = useSignedIn();
  const [isOpen, setOpen] = useState(false);
  const pick = (tenantId: string) => {
    setOpen(false);
    navigate(inTenant(paths.dashboard, tenantId));
  };
  return (
    <Menu
      inline
      open={isOpen}
      onOpenChange={(_, data) => setOpen(data.open)}
      checkedValues={{ tenant: tenant === null ? [] : [tenant.id] }}
    >
      <MenuTrigger disableButtonEnhancement>
        <MenuButton
          className={styles.button}
          icon={tenant === null ? <GlobeRegular /> : <BuildingMultipleRegular />}
          aria-label={`Tenant: ${tenant?.displayName ?? 'Global View'}`}
        >
          <span className={styles.name}>{tenant?.displayName ?? 'Global View'}</span>
        </MenuButton>
      </MenuTrigger>
      <MenuPopover className={styles.popover}>
        <TenantSwitcherList onPick={pick}>
          <GlobalItems />
        </TenantSwitcherList>
      </MenuPopover>
    </Menu>
  );
}

function GlobalItems() {
  const navigate = useNavigate();
  const { tenant } = useSignedIn();
  const isAdmin = useHasRole('admin');
  const returnToPicker = () => {
    // The overview clears the selection.
    navigate(paths.overview);
    showToast({
      title: 'Organization Cleared',
      body: 'No tenant is selected',
      intent: 'success',
      timeoutMs: 3000,
    });
  };
  return (
    <>
      <MenuItem icon={<GlobeRegular />} onClick={() => navigate(paths.overview)}>
        Multi-Tenant Overview
      </MenuItem>
      {isAdmin && (
        <MenuItem icon={<SettingsRegular />} onClick={() => navigate(paths.admin)}>
          Admin Panel
        </MenuItem>
      )}
      {tenant !== null && (
        <MenuItem icon={<ArrowExitRegular />} onClick={returnToPicker}>
          Return to Org Picker
        </MenuItem>
      )}
    </>
  );
}
