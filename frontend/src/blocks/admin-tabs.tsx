import {
  Menu,
  MenuButton,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  mergeClasses,
  Overflow,
  OverflowItem,
  tokens,
  useIsOverflowItemVisible,
  useOverflowMenu,
} from '@fluentui/react-components';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { useSeesAllTenants } from '../lib/session.ts';
import { forcedColors } from '../ui/forced-colors.ts';

type AdminTab = {
  path: string;
  label: string;
  /** It concerns the whole installation: for administrators of all tenants. */
  forAllTenants?: true;
};

/** The thirteen tabs of the admin panel, in the order of the specification. Pages without a tab of their own share the bar. */
const tabs: readonly AdminTab[] = [
  { path: paths.admin, label: 'Overview' },
  { path: paths.adminUsers, label: 'Users' },
  { path: paths.adminRoles, label: 'Role Mapping', forAllTenants: true },
  { path: paths.adminSettings, label: 'Settings', forAllTenants: true },
  { path: paths.adminLogs, label: 'Audit Logs' },
  { path: paths.adminTenants, label: 'Tenants' },
  { path: paths.adminOAuthErrors, label: 'OAuth error logs', forAllTenants: true },
  { path: paths.adminGraphExplorer, label: 'Graph explorer' },
  { path: paths.adminExport, label: 'Database Export', forAllTenants: true },
  { path: paths.adminPasswords, label: 'Password Management' },
  { path: paths.adminConfigStatus, label: 'Configuration Status', forAllTenants: true },
  { path: paths.adminGraphTest, label: 'Graph API Test', forAllTenants: true },
  { path: paths.adminGraphSettings, label: 'Graph API Settings', forAllTenants: true },
];

const useStyles = makeStyles({
  // Else it would be as wide as all of its tabs.
  root: { minWidth: 0 },
  list: {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    display: 'flex',
    flexWrap: 'nowrap',
    minWidth: 0,
    overflow: 'hidden',
    columnGap: tokens.spacingHorizontalXS,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  item: { flexShrink: 0 },
  tab: {
    display: 'block',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'nowrap',
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    borderBottom: `${tokens.strokeWidthThicker} solid transparent`,
    // A transparent border is drawn there, and every tab would look like the current one.
    [forcedColors]: { borderBottomColor: 'Canvas' },
    ':hover': { color: tokens.colorNeutralForeground2Hover, backgroundColor: tokens.colorSubtleBackgroundHover },
    // Within the bar, which cuts off what is beyond it.
    ':focus-visible': {
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: `calc(-1 * ${tokens.strokeWidthThick})`,
    },
  },
  current: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    borderBottomLeftRadius: 0,
    borderBottomRightRadius: 0,
    borderBottomColor: tokens.colorCompoundBrandStroke,
    [forcedColors]: { borderBottomColor: 'Highlight' },
  },
  // As high as a tab.
  more: { minHeight: '36px' },
});

/** The bar that all pages of the admin panel share: one line, with what does not fit in a menu at its end. */
export function AdminTabs() {
  const styles = useStyles();
  const seesAllTenants = useSeesAllTenants();
  const current = useCurrentPath();
  const shown = tabs.filter(({ forAllTenants }) => seesAllTenants || !forAllTenants);
  return (
    <nav aria-label="Admin panel" className={styles.root}>
      <Overflow minimumVisible={1}>
        <ul className={styles.list}>
          {shown.map(({ path, label }) => (
            <OverflowItem key={path} id={path} priority={path === current ? 1 : 0}>
              <li className={styles.item}>
                <TabLink path={path} label={label} isCurrent={path === current} />
              </li>
            </OverflowItem>
          ))}
          <MoreTabs shown={shown} />
        </ul>
      </Overflow>
    </nav>
  );
}

/** The path of the tab that we are on, or below; null on pages without a tab. */
function useCurrentPath(): string | null {
  const here = useLocation().pathname.toLowerCase().replace(/\/+$/, '');
  const isHere = ({ path }: AdminTab) => here === path || (path !== paths.admin && here.startsWith(`${path}/`));
  return tabs.find(isHere)?.path ?? null;
}

function TabLink({ path, label, isCurrent }: { path: string; label: string; isCurrent: boolean }) {
  const styles = useStyles();
  const href = useHref(path);
  const onClick = useLinkClickHandler<HTMLAnchorElement>(path);
  return (
    <a
      href={href}
      onClick={onClick}
      aria-current={isCurrent ? 'page' : undefined}
      className={mergeClasses(styles.tab, isCurrent && styles.current)}
    >
      {label}
    </a>
  );
}

/** The menu of the tabs that the bar has no room for. */
function MoreTabs({ shown }: { shown: readonly AdminTab[] }) {
  const styles = useStyles();
  const { ref, overflowCount, isOverflowing } = useOverflowMenu<HTMLLIElement>();
  if (!isOverflowing) return null;
  return (
    <li ref={ref} className={styles.item}>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <MenuButton appearance="subtle" className={styles.more} aria-label={`${overflowCount} more pages`}>
            More
          </MenuButton>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {shown.map(({ path, label }) => (
              <MoreItem key={path} path={path} label={label} />
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
    </li>
  );
}

function MoreItem({ path, label }: { path: string; label: string }) {
  const isInBar = useIsOverflowItemVisible(path);
  const href = useHref(path);
  const onClick = useLinkClickHandler<HTMLAnchorElement>(path);
  if (isInBar) return null;
  return (
    <MenuItemLink href={href} onClick={onClick}>
      {label}
    </MenuItemLink>
  );
}
