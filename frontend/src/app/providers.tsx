import {
  FluentProvider,
  makeStyles,
  type Theme,
  tokens,
  webDarkTheme,
  webLightTheme,
} from '@fluentui/react-components';
import { QueryClientProvider } from '@tanstack/react-query';
import type { Tenant } from '@tenantry/contract/tenants';
import { useEffect, useLayoutEffect, useState } from 'react';
import { RouterProvider, type RouterProviderProps } from 'react-router-dom';
import { messageOf } from '../lib/api-error.ts';
import { queryClient } from '../lib/query-client.ts';
import { onTenantSelected, useSession } from '../lib/session.ts';
import { chooseTheme, type ShownTheme, useShownTheme } from '../lib/theme-choice.ts';
import { showToast } from '../lib/toast.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { ToastHost } from './toast-host.tsx';

const useStyles = makeStyles({
  // On an element of its own: Fluent repeats the provider's own class on everything that it renders in a portal.
  canvas: { minHeight: '100vh', backgroundColor: tokens.colorNeutralBackground2 },
});

// The sign-in page itself opens no dialog, and need not wait for it.
const FocusManagement = onDemand(async () => (await import('./focus-management.tsx')).FocusManagement);
const IdentityCheck = onDemand(async () => (await import('./identity-check.tsx')).IdentityCheck);

function AfterFirstSignIn({ router }: Pick<RouterProviderProps, 'router'>) {
  const session = useSession();
  const [wasSignedIn, setSignedIn] = useState(false);
  if (session.status === 'signed-in' && !wasSignedIn) setSignedIn(true);
  return (
    wasSignedIn && (
      <>
        <FocusManagement />
        <IdentityCheck router={router} />
      </>
    )
  );
}

/** Fluent's theme for a choice; high contrast is dark until its file has come. Forced colors stand above any theme. */
function useFluentTheme(shown: ShownTheme): Theme {
  const [contrast, setContrast] = useState<Theme>(webDarkTheme);
  useEffect(() => {
    if (shown !== 'contrast') return;
    import('./high-contrast-theme.ts').then(
      ({ teamsHighContrastTheme }) => setContrast(teamsHighContrastTheme),
      (error) => showToast({ title: 'High contrast could not be loaded', body: messageOf(error), intent: 'error' }),
    );
  }, [shown]);
  return { light: webLightTheme, dark: webDarkTheme, contrast }[shown];
}

/** Who signs in finds the pages as they chose them, in whatever browser; who never chose, as this browser has them. */
function useUsersTheme(): void {
  const session = useSession();
  const theme = session.status === 'signed-in' ? session.user.theme : null;
  useLayoutEffect(() => {
    if (theme !== null) chooseTheme(theme);
  }, [theme]);
}

function announceTenant(tenant: Tenant): void {
  showToast({ title: 'Tenant Selected', body: `${tenant.displayName} is now active`, intent: 'success' });
}

/** What every page stands on: theme, data cache, toasts and routes. */
export function Providers({ router }: Pick<RouterProviderProps, 'router'>) {
  const styles = useStyles();
  const shown = useShownTheme();
  const theme = useFluentTheme(shown);
  useUsersTheme();
  useEffect(() => {
    // Scrollbars, form controls and the page behind ours follow the choice, not only the system.
    document.documentElement.style.colorScheme = shown === 'light' ? 'light' : 'dark';
  }, [shown]);
  // Here and not in the shell: a link can select a tenant before the shell's own effects run.
  useEffect(() => onTenantSelected(announceTenant), []);
  return (
    <FluentProvider theme={theme}>
      <QueryClientProvider client={queryClient}>
        <div className={styles.canvas}>
          <RouterProvider router={router} />
          <ToastHost />
          <AfterFirstSignIn router={router} />
        </div>
      </QueryClientProvider>
    </FluentProvider>
  );
}
