import type { Role } from '@tenantry/contract/auth';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import {
  clearTenant,
  recheckSession,
  selectTenant,
  useHasRole,
  useSeesAllTenants,
  useSession,
  useTenant,
} from '../lib/session.ts';
import { FullPageSpinner } from '../ui/full-page-spinner.tsx';
import { AccessDeniedPage } from './access-denied-page.tsx';

/** Lets signed-in users through; others go to sign-in, with the reason where there is one. */
export function RequireSession() {
  const session = useSession();
  if (session.status === 'loading') return <FullPageSpinner />;
  if (session.status === 'signed-in') return <Outlet />;
  const message = { none: '', expired: '?message=session-expired', unavailable: '' }[session.reason];
  return <Navigate to={`${paths.login}${message}`} replace />;
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

/** Lets users through who look after every organization, for pages that concern the whole installation. */
export function RequireAllTenants() {
  const { pathname } = useLocation();
  return useSeesAllTenants() ? <Outlet /> : <AccessDeniedPage pathname={pathname} isForAllTenants />;
}

/** Clears the selection before a global view is shown, so that nothing on it asks for one organization's data. */
export function GlobalView() {
  const { tenantId } = useTenant();
  useLayoutEffect(clearTenant, []);
  return tenantId === null ? <Outlet /> : null;
}

/** A page that works with or without a selected organization; it starts afresh when that changes. */
export function OptionalTenant() {
  const { tenantId } = useTenant();
  return <Outlet key={tenantId ?? 'all'} />;
}

// Rarely shown, and the sign-in page need not carry it.
const NoTenantCard = lazy(async () => ({ default: (await import('./no-tenant-card.tsx')).NoTenantCard }));

const organizationWaitMs = 300;

/** A page that belongs to the selected organization; it starts afresh when that changes. */
export function RequireTenant() {
  return (
    <TenantFromAddress>
      <SelectedTenant />
    </TenantFromAddress>
  );
}

function SelectedTenant() {
  const { tenantId } = useTenant();
  if (tenantId === null) return <NoTenantAfterWait />;
  return <Outlet key={tenantId} />;
}

function NoTenantAfterWait() {
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), organizationWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return hasWaited ? (
    <Suspense>
      <NoTenantCard />
    </Suspense>
  ) : null;
}

/** Selects the organization that a link names (`/dashboard?tenantId=…`), and takes it out of the address. */
function TenantFromAddress({ children }: { children: ReactNode }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const { tenantId } = useTenant();
  const named = search.get('tenantId');
  const { pathname, hash } = location;
  useLayoutEffect(() => {
    if (named === null) return;
    if (named !== tenantId) selectTenant(named);
    const rest = new URLSearchParams(search);
    rest.delete('tenantId');
    navigate({ pathname, search: rest.toString(), hash }, { replace: true });
  }, [named, tenantId, search, pathname, hash, navigate]);
  return named === null ? children : null;
}
