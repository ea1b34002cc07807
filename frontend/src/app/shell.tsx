import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { onTenantSelected } from '../lib/session.ts';
import { useDrawerWidth } from '../lib/use-media-query.ts';
import { showToast } from '../ui/toast.ts';
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
  skipLink: {
    position: 'fixed',
    insetInlineStart: tokens.spacingHorizontalM,
    top: '-100px',
    zIndex: 1000,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    ':focus': { top: tokens.spacingVerticalM },
  },
});

const mainId = 'main';

/** What surrounds every signed-in page: sidebar and header. */
export function Shell() {
  const styles = useStyles();
  const isDrawer = useDrawerWidth();
  const { pathname } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  useTenantToast();
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
          <Outlet />
        </main>
      </div>
    </div>
  );
}

function useTenantToast(): void {
  useEffect(
    () =>
      onTenantSelected((tenant) =>
        showToast({ title: 'Tenant Selected', body: `${tenant.displayName} is now active`, intent: 'success' }),
      ),
    [],
  );
}
