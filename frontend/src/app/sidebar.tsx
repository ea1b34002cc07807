import {
  makeStyles,
  mergeClasses,
  NavDrawer,
  NavDrawerBody,
  NavDrawerHeader,
  NavItem,
  NavSectionHeader,
  Text,
  Tooltip,
  tokens,
} from '@fluentui/react-components';
import type { Role } from '@tenantry/contract/auth';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';
import { isGlobalView } from '../lib/paths.ts';
import { useHasRole, useTenant } from '../lib/session.ts';
import { showToast } from '../ui/toast.ts';
import { type NavigationEntry, type NavigationSection, navigation } from './navigation.ts';

const useStyles = makeStyles({
  inline: { height: '100vh', position: 'sticky', top: 0, flexShrink: 0 },
  brand: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minHeight: '48px' },
  disabled: {
    color: tokens.colorNeutralForegroundDisabled,
    cursor: 'not-allowed',
    '& *': { color: tokens.colorNeutralForegroundDisabled },
  },
});

type Props = { isDrawer: boolean; isOpen: boolean; onClose: () => void };

/** The navigation: beside the page, or a drawer over it where there is no room. */
export function Sidebar({ isDrawer, isOpen, onClose }: Props) {
  const styles = useStyles();
  const { pathname } = useLocation();
  return (
    <NavDrawer
      type={isDrawer ? 'overlay' : 'inline'}
      open={isOpen}
      onOpenChange={(_, data) => !data.open && onClose()}
      selectedValue={selectedPath(pathname)}
      className={isDrawer ? undefined : styles.inline}
      // Over the page it is modal, and a navigation cannot be.
      role={isDrawer ? 'dialog' : 'navigation'}
      aria-label="Main navigation"
      tabbable
    >
      <NavDrawerHeader>
        <div className={styles.brand}>
          <img src="/logo.svg" alt="" width={24} height={24} />
          <Text size={400} weight="semibold">
            Tenantry
          </Text>
        </div>
      </NavDrawerHeader>
      <NavDrawerBody>
        {navigation.map((section) => (
          <Section key={section.label} section={section} />
        ))}
      </NavDrawerBody>
    </NavDrawer>
  );
}

/** The entry whose path is the longest beginning of where we are. */
function selectedPath(pathname: string): string {
  const here = pathname.toLowerCase();
  const matching = navigation
    .flatMap((section) => section.entries.map((entry) => entry.path ?? ''))
    .filter((path) => path !== '' && (here === path || here.startsWith(`${path}/`)));
  return matching.toSorted((a, b) => b.length - a.length)[0] ?? '';
}

function Section({ section }: { section: NavigationSection }) {
  const { pathname } = useLocation();
  const { tenantId } = useTenant();
  const isDisabled = section.needsTenant && (tenantId === null || isGlobalView(pathname));
  return (
    <>
      <NavSectionHeader>{section.label}</NavSectionHeader>
      {section.entries.map((entry) => (
        <ForRole key={entry.label} role={entry.role}>
          <Entry entry={entry} isDisabled={isDisabled} />
        </ForRole>
      ))}
    </>
  );
}

function ForRole({ role, children }: { role: Role; children: React.ReactNode }) {
  return useHasRole(role) ? children : null;
}

function Entry({ entry, isDisabled }: { entry: NavigationEntry; isDisabled: boolean }) {
  const Icon = entry.icon;
  const styles = useStyles();
  if (entry.path === undefined) {
    const announce = () =>
      showToast({ title: 'Coming Soon', body: `${entry.label} is under development`, intent: 'info' });
    return (
      <NavItem value={entry.label} icon={<Icon fontSize={20} />} onClick={announce}>
        {entry.label}
      </NavItem>
    );
  }
  if (isDisabled) {
    return (
      <Tooltip content="Select a tenant to access this section" relationship="description" positioning="after">
        <NavItem
          value={entry.path}
          icon={<Icon fontSize={20} />}
          disabledFocusable
          className={mergeClasses(styles.disabled)}
        >
          {entry.label}
        </NavItem>
      </Tooltip>
    );
  }
  return <LinkEntry entry={entry} path={entry.path} />;
}

function LinkEntry({ entry, path }: { entry: NavigationEntry; path: string }) {
  const Icon = entry.icon;
  const href = useHref(path);
  const onClick = useLinkClickHandler<HTMLAnchorElement>(path);
  return (
    <NavItem as="a" href={href} value={path} icon={<Icon fontSize={20} />} onClick={onClick}>
      {entry.label}
    </NavItem>
  );
}
