import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { onDemand } from '../ui/on-demand.tsx';
import { NavigationList } from './navigation-list.tsx';

const NavigationDrawer = onDemand(async () => (await import('./navigation-drawer.tsx')).NavigationDrawer);

const useStyles = makeStyles({
  inline: {
    boxSizing: 'border-box',
    width: '260px',
    height: '100vh',
    position: 'sticky',
    top: 0,
    flexShrink: 0,
    overflowY: 'auto',
    padding: `0 ${tokens.spacingHorizontalXS} ${tokens.spacingVerticalL}`,
    backgroundColor: tokens.colorNeutralBackground4,
  },
  brand: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '56px',
    paddingInline: tokens.spacingHorizontalM,
  },
});

type Props = { isDrawer: boolean; isOpen: boolean; onClose: () => void };

/** The navigation: beside the page, or a drawer over it where there is no room. */
export function Sidebar({ isDrawer, isOpen, onClose }: Props) {
  const styles = useStyles();
  const [wasOpened, setWasOpened] = useState(false);
  if (isDrawer && isOpen && !wasOpened) setWasOpened(true);
  const content = (
    <>
      <div className={styles.brand}>
        <img src="/logo.svg" alt="" width={24} height={24} />
        <Text size={400} weight="semibold">
          Tenantry
        </Text>
      </div>
      <NavigationList />
    </>
  );
  if (!isDrawer) {
    return (
      <nav className={styles.inline} aria-label="Main navigation">
        {content}
      </nav>
    );
  }
  return wasOpened ? (
    <NavigationDrawer isOpen={isOpen} onClose={onClose}>
      {content}
    </NavigationDrawer>
  ) : null;
}
