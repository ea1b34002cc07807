import { makeStyles, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useTenant } from '../lib/session.ts';
import { readStored, storageKeys } from '../lib/storage.ts';
import { useDrawerWidth } from '../lib/use-media-query.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { PageScope } from '../ui/page-scope.ts';
import { skipLinkStyle } from '../ui/skip-link.ts';
import { ConnectionWatch } from './connection-watch.tsx';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', minHeight: '100vh', alignItems: 'stretch' },
  column: { flexGrow: 1, minWidth: 0, display: 'flex', flexDirection: 'column' },
  main: {
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: '1600px',
    marginInline: 'auto',
    padding: tokens.spacingHorizontalXXL,
    '@media (max-width: 639px)': { padding: tokens.spacingHorizontalL },
  },
  skipLink: skipLinkStyle,
});

const mainId = 'main';

const DebugPanel = onDemand(async () => (await import('./debug-panel.tsx')).DebugPanel);
const isDebugging = () => readStored(storageKeys.debug) === 'true';

/** What surrounds every signed-in page: sidebar and header. */
export function Shell() {
  const styles = useStyles();
  const isDrawer = useDrawerWidth();
  const { pathname } = useLocation();
  const { tenant } = useTenant();
  const scope = useMemo(() => tenant && { name: tenant.displayName, isSimulated: tenant.isMock }, [tenant]);
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  return (
    <div className={styles.root}>
      <a className={styles.skipLink} href={`#${mainId}`}>
        Skip to content
      </a>
      <Sidebar
        isDrawer={isDrawer}
        // Opened on a page; the next page finds it closed.
        isOpen={!isDrawer || openedAt === pathname}
        onClose={() => setOpenedAt(null)}
      />
      <div className={styles.column}>
        <Header hasMenuToggle={isDrawer} onMenu={() => setOpenedAt(pathname)} />
        <main id={mainId} className={styles.main} tabIndex={-1}>
          <ConnectionWatch />
          <PageScope value={scope}>
            <Outlet />
          </PageScope>
        </main>
      </div>
      {isDebugging() && <DebugPanel />}
    </div>
  );
}
