import {
  Input,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemRadio,
  MenuList,
  makeStyles,
  Text,
  tokens,
} from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons/svg/search';
import { useQuery } from '@tanstack/react-query';
import type { Tenant } from '@tenantry/contract/tenants';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { reloadTenants, useSignedIn } from '../lib/session.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { matchingTenants } from './matching-tenants.ts';
import { tenantsOfGroupQuery } from './tenants-of-group-query.ts';

const GroupFilter = onDemand(async () => (await import('../blocks/group-filter.tsx')).GroupFilter);

const useStyles = makeStyles({
  search: { width: '100%', boxSizing: 'border-box' },
  // As wide as what marks the focus, which would else be cut off at its sides.
  list: {
    maxHeight: 'min(60vh, 480px)',
    overflowX: 'hidden',
    overflowY: 'auto',
    padding: tokens.spacingHorizontalXXS,
    marginTop: tokens.spacingVerticalXS,
  },
  name: { overflowWrap: 'anywhere' },
  domain: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  note: { padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`, color: tokens.colorNeutralForeground3 },
});

/** How many are listed at once; others are found by typing. */
const maxListed = 25;

type Props = {
  onPick: (tenantId: string) => void;
  /** The entries above the tenants. */
  children: ReactNode;
};

type GroupQuery = { isError: boolean; isPending: boolean; data: { tenants: readonly Tenant[] } | undefined };

/**
 * The tenants in scope, searched by name and domain. The search has the keyboard when the menu opens; Enter takes
 * the first that matches, and Down goes on to the list.
 */
export function TenantSwitcherList({ onPick, children }: Props) {
  const styles = useStyles();
  const { tenant, tenants, tenantsError } = useSignedIn();
  const [typed, setTyped] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const [groupId, setGroupId] = useState<string>();
  const group = useQuery({ ...tenantsOfGroupQuery(groupId ?? ''), enabled: groupId !== undefined });
  const inGroup = groupId === undefined ? tenants : (group.data?.tenants ?? []);
  const matching = matchingTenants(inGroup, typed, tenant);
  const listed = matching.slice(0, maxListed);
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = listed;
    const next = typed.trim() === '' ? '[role^="menuitem"]' : '[role="menuitemradio"]';
    if (event.key === 'ArrowDown') list.current?.querySelector<HTMLElement>(next)?.focus();
    else if (event.key === 'Enter' && typed.trim() !== '' && first !== undefined) onPick(first.id);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Input
        type="search"
        className={styles.search}
        value={typed}
        maxLength={200}
        onChange={(_, data) => setTyped(data.value)}
        onKeyDown={onKeyDown}
        contentBefore={<SearchRegular />}
        placeholder="Search by name or domain"
        aria-label="Search tenants"
        aria-controls={listId}
      />
      <GroupFilter value={groupId} onChange={setGroupId} />
      <MenuList className={styles.list} ref={list} id={listId}>
        {children}
        <MenuDivider />
        <MenuGroup>
          <MenuGroupHeader>Organizations</MenuGroupHeader>
          {listed.map((each) => (
            <TenantItem key={each.id} tenant={each} onPick={onPick} />
          ))}
          {tenantsError !== null && (
            <MenuItem onClick={() => void reloadTenants()} persistOnClick>
              Tenants could not be loaded. Try again
            </MenuItem>
          )}
        </MenuGroup>
      </MenuList>
      <Text block size={200} className={styles.note} role="status">
        {groupNote(groupId, group) ?? noteOf(inGroup.length, matching.length, listed.length, tenantsError)}
      </Text>
    </>
  );
}

function TenantItem({ tenant, onPick }: { tenant: Tenant; onPick: (tenantId: string) => void }) {
  const styles = useStyles();
  return (
    <MenuItemRadio name="tenant" value={tenant.id} onClick={() => onPick(tenant.id)} aria-label={tenant.displayName}>
      <span className={styles.name}>{tenant.displayName}</span>
      <span className={styles.domain}>{tenant.domain}</span>
    </MenuItemRadio>
  );
}

/** What there is to say of a group that was chosen; null where its tenants are listed. */
function groupNote(groupId: string | undefined, { isError, isPending, data }: GroupQuery): string | null {
  if (groupId === undefined) return null;
  if (isError) return 'The group could not be loaded.';
  if (isPending) return 'Loading the group…';
  return data?.tenants.length === 0 ? 'No tenant is in this group.' : null;
}

function noteOf(all: number, matching: number, listed: number, error: string | null): string {
  if (error !== null) return '';
  if (all === 0) return 'No organizations available';
  if (matching === 0) return 'No tenants match';
  return matching > listed ? `${listed} of ${matching} shown. Type to find more.` : '';
}
