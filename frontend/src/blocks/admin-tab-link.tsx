import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { useSeesAllTenants } from '../lib/session.ts';
import { forcedColors } from '../ui/forced-colors.ts';

export type AdminTab = {
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

export const useTabStyles = makeStyles({
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
});

/** The tabs that the user may see. */
export function useAdminTabs(): readonly AdminTab[] {
  const seesAllTenants = useSeesAllTenants();
  return tabs.filter(({ forAllTenants }) => seesAllTenants || !forAllTenants);
}

/** The path of the tab that we are on, or below; null on pages without a tab. */
export function useCurrentPath(): string | null {
  const here = useLocation().pathname.toLowerCase().replace(/\/+$/, '');
  const isHere = ({ path }: AdminTab) => here === path || (path !== paths.admin && here.startsWith(`${path}/`));
  return tabs.find(isHere)?.path ?? null;
}

/** A tab as a link, marked where it is the current one. */
export function AdminTabLink({ path, label }: AdminTab) {
  const styles = useTabStyles();
  const isCurrent = path === useCurrentPath();
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
