import {
  Menu,
  MenuButton,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  Text,
  tokens,
} from '@fluentui/react-components';
import { ArrowExitRegular } from '@fluentui/react-icons/svg/arrow-exit';
import { BuildingMultipleRegular } from '@fluentui/react-icons/svg/building-multiple';
import { GlobeRegular } from '@fluentui/react-icons/svg/globe';
import { SearchRegular } from '@fluentui/react-icons/svg/search';
import { SettingsRegular } from '@fluentui/react-icons/svg/settings';
import { useNavigate } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { clearTenant, reloadTenants, selectTenant, useHasRole, useSignedIn } from '../lib/session.ts';
import { showToast } from '../lib/toast.ts';

const useStyles = makeStyles({
  button: { minWidth: 0, maxWidth: '280px', '@media (max-width: 639px)': { maxWidth: '190px' } },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  list: { maxHeight: '70vh', overflowY: 'auto' },
  none: { padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`, color: tokens.colorNeutralForeground3 },
});

/** More organizations than this are searched on the selection page instead of scrolled in a menu. */
const maxListed = 25;

/** Shows which organization is selected and changes it. */
export function TenantSwitcher() {
  const styles = useStyles();
  const { tenant } = useSignedIn();
  return (
    <Menu inline checkedValues={{ tenant: tenant === null ? [] : [tenant.id] }}>
      <MenuTrigger disableButtonEnhancement>
        <MenuButton
          className={styles.button}
          icon={tenant === null ? <GlobeRegular /> : <BuildingMultipleRegular />}
          aria-label={`Organization: ${tenant?.displayName ?? 'Global View'}`}
        >
          <span className={styles.name}>{tenant?.displayName ?? 'Global View'}</span>
        </MenuButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList className={styles.list}>
          <GlobalItems />
          <MenuDivider />
          <Organizations />
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

function GlobalItems() {
  const navigate = useNavigate();
  const { tenant } = useSignedIn();
  const isAdmin = useHasRole('admin');
  const returnToPicker = () => {
    clearTenant();
    navigate(paths.overview);
    showToast({
      title: 'Organization Cleared',
      body: 'No organization is selected now',
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

function Organizations() {
  const styles = useStyles();
  const navigate = useNavigate();
  const { tenant: current, tenants, tenantsError } = useSignedIn();
  const pick = (tenantId: string) => {
    if (selectTenant(tenantId)) navigate(paths.dashboard);
  };
  const listed = tenants.slice(0, maxListed);
  if (current !== null && !listed.includes(current)) listed.push(current);
  return (
    <MenuGroup>
      <MenuGroupHeader>Organizations</MenuGroupHeader>
      {listed.map((tenant) => (
        <MenuItemRadio key={tenant.id} name="tenant" value={tenant.id} onClick={() => pick(tenant.id)}>
          {tenant.displayName}
        </MenuItemRadio>
      ))}
      {tenants.length > listed.length && (
        <MenuItem
          icon={<SearchRegular />}
          onClick={() => {
            clearTenant();
            navigate(paths.selectTenant);
          }}
        >
          Search all {tenants.length} organizations
        </MenuItem>
      )}
      {tenantsError !== null && (
        <MenuItem onClick={() => void reloadTenants()} persistOnClick>
          Organizations could not be loaded. Try again
        </MenuItem>
      )}
      {tenantsError === null && tenants.length === 0 && (
        <Text block className={styles.none}>
          No organizations available
        </Text>
      )}
    </MenuGroup>
  );
}
