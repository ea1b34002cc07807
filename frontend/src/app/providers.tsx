import { FluentProvider, makeStyles, tokens, webDarkTheme, webLightTheme } from '@fluentui/react-components';
import { QueryClientProvider } from '@tanstack/react-query';
import type { Tenant } from '@tenantry/contract/tenants';
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { RouterProvider, type RouterProviderProps } from 'react-router-dom';
import { queryClient } from '../lib/query-client.ts';
import { onTenantSelected, useSession } from '../lib/session.ts';
import { chooseTheme, useIsDark } from '../lib/theme-choice.ts';
import { showToast } from '../lib/toast.ts';
import { IdentityCheck } from './identity-check.tsx';

import { ToastHost } from './toast-host.tsx';

const useStyles = makeStyles({
  // On an element of its own: Fluent repeats the provider's own class on everything that it renders in a portal.
  canvas: { minHeight: '100vh', backgroundColor: tokens.colorNeutralBackground2 },
});

// The sign-in page itself opens no dialog, and need not wait for it.
const FocusManagement = lazy(async () => ({ default: (await import('./focus-management.tsx')).FocusManagement }));

function AfterFirstSignIn() {
  const session = useSession();
  const [wasSignedIn, setSignedIn] = useState(false);
  if (session.status === 'signed-in' && !wasSignedIn) setSignedIn(true);
  return (
    wasSignedIn && (
      <Suspense>
        <FocusManagement />
      </Suspense>
    )
  );
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
  const isDark = useIsDark();
  useUsersTheme();
  useEffect(() => {
    // Scrollbars, form controls and the page behind ours follow the choice, not only the system.
    document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
  }, [isDark]);
  // Here and not in the shell: a link can select an organization before the shell's own effects run.
  useEffect(() => onTenantSelected(announceTenant), []);
  return (
    <FluentProvider theme={isDark ? webDarkTheme : webLightTheme}>
      <QueryClientProvider client={queryClient}>
        <div className={styles.canvas}>
          <RouterProvider router={router} />
          <ToastHost />
          <IdentityCheck router={router} />
          <AfterFirstSignIn />
        </div>
      </QueryClientProvider>
    </FluentProvider>
  );
}
