import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { useSeesAllTenants } from '../lib/session.ts';
import { forcedColors } from '../ui/forced-colors.ts';

type AdminTab = {
  path: string;
  label: string;
  /** It concerns the whole installation: for administrators of all organizations. */
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
  list: {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalXS,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  tab: {
    display: 'block',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    borderBottom: `${tokens.strokeWidthThicker} solid transparent`,
    // A transparent border is drawn there, and every tab would look like the current one.
    [forcedColors]: { borderBottomColor: 'Canvas' },
    ':hover': { color: tokens.colorNeutralForeground2Hover, backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
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

/** The bar that all pages of the admin panel share. */
export function AdminTabs() {
  const styles = useStyles();
  const seesAllTenants = useSeesAllTenants();
  const shown = tabs.filter(({ forAllTenants }) => seesAllTenants || !forAllTenants);
  return (
    <nav aria-label="Admin panel">
      <ul className={styles.list}>
        {shown.map((tab) => (
          <li key={tab.path}>
            <Tab path={tab.path} label={tab.label} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Tab({ path, label }: { path: string; label: string }) {
  const styles = useStyles();
  const pathname = useLocation().pathname.toLowerCase();
  const isCurrent = trimmed(pathname) === path || (path !== paths.admin && pathname.startsWith(`${path}/`));
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

const trimmed = (pathname: string) => pathname.replace(/\/+$/, '');
