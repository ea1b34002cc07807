import { makeStyles, mergeClasses, Text, Tooltip, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { isGlobalView } from '../lib/paths.ts';
import { useHasRole, useSeesAllTenants, useTenant } from '../lib/session.ts';
import { inTenant } from '../lib/tenant-address.ts';
import { showToast } from '../lib/toast.ts';
import { forcedColors } from '../ui/forced-colors.ts';
import { type NavigationEntry, type NavigationSection, navigation } from './navigation.ts';

const useStyles = makeStyles({
  section: { display: 'block', padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalM} 0` },
  list: { listStyleType: 'none', margin: 0, padding: `${tokens.spacingVerticalXS} 0` },
  entry: {
    position: 'relative',
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    width: '100%',
    minHeight: '40px',
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalM}`,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorTransparentBackground,
    color: tokens.colorNeutralForeground2,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    textAlign: 'start',
    textDecorationLine: 'none',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground4Hover },
    ':active': { backgroundColor: tokens.colorNeutralBackground4Pressed },
    ':focus-visible': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
  },
  selected: {
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
    '::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: 0,
      width: '4px',
      height: '20px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorCompoundBrandForeground1,
      [forcedColors]: { backgroundColor: 'Highlight' },
    },
  },
  disabled: { color: tokens.colorNeutralForegroundDisabled, cursor: 'not-allowed' },
});

/** The entries of the navigation that the user's role may see, as links. */
export function NavigationList() {
  return navigation.map((section) => <Section key={section.label} section={section} />);
}

function Section({ section }: { section: NavigationSection }) {
  const styles = useStyles();
  const { pathname } = useLocation();
  const { tenantId } = useTenant();
  const isDisabled = section.needsTenant && (tenantId === null || isGlobalView(pathname));
  return (
    <>
      <Text as="h2" size={200} weight="semibold" className={styles.section}>
        {section.label}
      </Text>
      <ul className={styles.list}>
        {section.entries.map((entry) => (
          <IfShown key={entry.label} entry={entry}>
            <li>
              <Entry entry={entry} isDisabled={isDisabled} />
            </li>
          </IfShown>
        ))}
      </ul>
    </>
  );
}

function IfShown({ entry, children }: { entry: NavigationEntry; children: ReactNode }) {
  const hasRole = useHasRole(entry.role);
  const seesAllTenants = useSeesAllTenants();
  return hasRole && (seesAllTenants || !entry.forAllTenants) ? children : null;
}

/** The entry whose path is the longest beginning of where we are. */
function selectedPath(pathname: string): string {
  const here = pathname.toLowerCase();
  const matching = navigation
    .flatMap((section) => section.entries.map((entry) => entry.path ?? ''))
    .filter((path) => path !== '' && (here === path || here.startsWith(`${path}/`)));
  return matching.toSorted((a, b) => b.length - a.length)[0] ?? '';
}

function Entry({ entry, isDisabled }: { entry: NavigationEntry; isDisabled: boolean }) {
  const styles = useStyles();
  const { pathname } = useLocation();
  const { tenantId } = useTenant();
  const Icon = entry.icon;
  const content = (
    <>
      <Icon fontSize={20} aria-hidden />
      {entry.label}
    </>
  );
  if (entry.path === undefined) {
    const announce = () =>
      showToast({ title: 'Coming Soon', body: `${entry.label} is under development`, intent: 'info' });
    return (
      <button type="button" className={styles.entry} onClick={announce}>
        {content}
      </button>
    );
  }
  if (isDisabled) {
    return (
      <Tooltip content="Select a tenant to access this section" relationship="description" positioning="after">
        <button type="button" aria-disabled className={mergeClasses(styles.entry, styles.disabled)}>
          {content}
        </button>
      </Tooltip>
    );
  }
  const isSelected = selectedPath(pathname) === entry.path;
  return (
    <Link
      to={inTenant(entry.path, tenantId)}
      className={mergeClasses(styles.entry, isSelected && styles.selected)}
      aria-current={isSelected ? 'page' : undefined}
    >
      {content}
    </Link>
  );
}
