import { makeStyles, mergeClasses, Tooltip, tokens } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right';
import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { isGlobalView } from '../lib/paths.ts';
import { useRememberedSwitches } from '../lib/remembered-switches.ts';
import { useHasRole, useSeesAllTenants, useTenant } from '../lib/session.ts';
import { inTenant } from '../lib/tenant-address.ts';
import { showToast } from '../lib/toast.ts';
import { forcedColors } from '../ui/forced-colors.ts';
import { type NavigationEntry, type NavigationSection, navigation } from './navigation.ts';

const useStyles = makeStyles({
  heading: { margin: 0, paddingTop: tokens.spacingVerticalXS },
  fold: {
    justifyContent: 'space-between',
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: tokens.lineHeightBase200,
  },
  list: { listStyleType: 'none', margin: 0, padding: `${tokens.spacingVerticalXS} 0` },
  entry: {
    position: 'relative',
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    width: '100%',
    // Both sections of an administrator fit on a laptop's screen. Fingers get more.
    minHeight: '27px',
    '@media (pointer: coarse)': { minHeight: '40px' },
    padding: `3px ${tokens.spacingHorizontalM}`,
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
      height: '16px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorCompoundBrandForeground1,
      [forcedColors]: { backgroundColor: 'Highlight' },
    },
  },
  disabled: { color: tokens.colorNeutralForegroundDisabled, cursor: 'not-allowed' },
});

/** The entries of the navigation that the user's role may see, as links, in sections that fold. */
export function NavigationList() {
  const [folds, fold] = useRememberedSwitches('sidebar');
  return navigation.map((section) => (
    <Section
      key={section.label}
      section={section}
      isOpen={folds[section.label] ?? true}
      onToggle={(isOpen) => fold(section.label, isOpen)}
    />
  ));
}

type SectionProps = { section: NavigationSection; isOpen: boolean; onToggle: (isOpen: boolean) => void };

function Section({ section, isOpen, onToggle }: SectionProps) {
  const styles = useStyles();
  const listId = useId();
  const { pathname } = useLocation();
  const { tenantId } = useTenant();
  const isDisabled = section.needsTenant && (tenantId === null || isGlobalView(pathname));
  const entries = useShownEntries(section);
  // Where we are is marked on the heading while its entry is folded away.
  const isHere = !isOpen && entries.some(({ path }) => path === selectedPath(pathname));
  return (
    <>
      <h2 className={styles.heading}>
        <button
          type="button"
          className={mergeClasses(styles.entry, styles.fold, isHere && styles.selected)}
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={() => onToggle(!isOpen)}
        >
          {section.label}
          {isOpen ? <ChevronDownRegular aria-hidden /> : <ChevronRightRegular aria-hidden />}
        </button>
      </h2>
      {isOpen && (
        <ul className={styles.list} id={listId}>
          {entries.map((entry) => (
            <li key={entry.label}>
              <Entry entry={entry} isDisabled={isDisabled} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What of a section the user's role and scope may see. */
function useShownEntries({ entries }: NavigationSection): readonly NavigationEntry[] {
  const seesAllTenants = useSeesAllTenants();
  const isAllowed = { viewer: useHasRole('viewer'), technician: useHasRole('technician'), admin: useHasRole('admin') };
  return entries.filter(({ role, forAllTenants }) => isAllowed[role] && (seesAllTenants || !forAllTenants));
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
