import type { Role } from '@tenantry/contract/auth';
import { useEffect, useLayoutEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { forgetReturnAddress, keepReturnAddress } from '../lib/return-address.ts';
import {
  clearTenant,
  recheckSession,
  type SignedOut,
  useHasRole,
  useSeesAllTenants,
  useSession,
  useTenant,
} from '../lib/session.ts';
import { FullPageSpinner } from '../ui/full-page-spinner.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { DueOutlet } from './due-outlet.tsx';

const AccessDeniedPage = onDemand(async () => (await import('./access-denied-page.tsx')).AccessDeniedPage);

/**
 * Lets users through who are signed in; others go to sign-in, with the reason where there is one, and come back from there. A contact of
 * a client goes to their room.
 */
export function RequireSession() {
  const session = useSession();
  if (session.status === 'loading') return <FullPageSpinner />;
  if (session.status === 'signed-out') return <ToSignIn to={paths.login} {...session} />;
  if (session.user.clientTenantId !== null) return <Navigate to={paths.client} replace />;
  return <SignedInPages />;
}

function SignedInPages() {
  useEffect(forgetReturnAddress, []);
  return <DueOutlet before={<FullPageSpinner />} />;
}

const loginMessages = { none: '', left: '', expired: '?message=session-expired', unavailable: '' };

/** @param to the page at which they sign in */
export function ToSignIn({ to, reason, userId }: SignedOut & { to: string }) {
  const { pathname, search, hash } = useLocation();
  useLayoutEffect(() => {
    if (reason !== 'left') keepReturnAddress(`${pathname}${search}${hash}`, userId);
  }, [reason, userId, pathname, search, hash]);
  return <Navigate to={`${to}${loginMessages[reason]}`} replace />;
}

/** Lets users of at least this role through. */
export function RequireRole({ atLeast }: { atLeast: Role }) {
  const { pathname } = useLocation();
  return useHasRole(atLeast) ? <Outlet /> : <AccessDeniedPage pathname={pathname} />;
}

/** Checks the session again with every navigation to one of its pages. */
export function RecheckSession() {
  const { key } = useLocation();
  return (
    <>
      <OneRecheck key={key} />
      <Outlet />
    </>
  );
}

function OneRecheck() {
  useEffect(() => void recheckSession(), []);
  return null;
}

/** Lets users through who look after every tenant, for pages that concern the whole installation. */
export function RequireAllTenants() {
  const { pathname } = useLocation();
  return useSeesAllTenants() ? <Outlet /> : <AccessDeniedPage pathname={pathname} isForAllTenants />;
}

/** Clears the selection before a global view is shown, so that nothing on it asks for one tenant's data. */
export function GlobalView() {
  const { tenantId } = useTenant();
  useLayoutEffect(clearTenant, []);
  return tenantId === null ? <Outlet /> : null;
}
