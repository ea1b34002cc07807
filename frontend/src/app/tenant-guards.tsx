import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { rememberedTenantId } from '../lib/remembered-tenant.ts';
import { selectTenant, useSignedIn, useTenant } from '../lib/session.ts';
import { namingTenant, tenantParam } from '../lib/tenant-address.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { DueOutlet } from './due-outlet.tsx';

// Rarely shown, and the sign-in page need not carry them.
const NoTenantCard = onDemand(async () => (await import('./no-tenant-card.tsx')).NoTenantCard);
const OutOfScopeCard = onDemand(async () => (await import('./out-of-scope-card.tsx')).OutOfScopeCard);
const TenantsErrorCard = onDemand(async () => (await import('./tenants-error-card.tsx')).TenantsErrorCard);

/** A page that belongs to a tenant: the one in its address. It starts afresh when that changes. */
export function RequireTenant() {
  return <TenantInAddress without={<NoTenantAfterWait />} />;
}

/** A page of the tenant in its address, or of all in the user's scope where nothing is selected. */
export function OptionalTenant() {
  return <TenantInAddress without={<Outlet key="all" />} />;
}

/** A page of the tenant in the address; where nothing is selected, the page over all of them, which lies below it. */
export function TenantOrAll() {
  const { pathname } = useLocation();
  return <TenantInAddress without={<Navigate to={`${pathname.replace(/\/+$/, '')}/all`} replace />} />;
}

/** A page of the tenant in the address that stands outside the shell; where nothing is selected, the page that leads to it says so. */
export function TenantOfPreview() {
  return <TenantInAddress without={<Navigate to={paths.clientRoom} replace />} />;
}

/** A page of no tenant that leaves the selection as it is. */
export function AnyTenant() {
  const { tenantId } = useTenant();
  return <Outlet key={tenantId ?? 'all'} />;
}

/**
 * The tenant in the address wins over the tab's selection, which is put into an address that names none. The page
 * is there only while the two are the same.
 */
function TenantInAddress({ without }: { without: ReactNode }) {
  const location = useLocation();
  const [search] = useSearchParams();
  const { tenant, tenants, tenantsError, lostTenantId } = useSignedIn();
  const written = search.get(tenantParam);
  // As a directory id is copied from Microsoft's pages.
  const named = written?.trim().toLowerCase() ?? null;
  const wanted = named ?? tenant?.id ?? null;
  if (named !== null && named !== written) {
    return <Navigate to={{ ...location, search: `?${namingTenant(search, named)}` }} state={location.state} replace />;
  }
  if (tenant !== null && tenant.id === named) return <DueOutlet key={named} />;
  if (wanted !== null && tenants.some(({ id }) => id === wanted)) {
    if (named !== null) return <Selecting tenantId={named} />;
    return <Navigate to={{ ...location, search: `?${namingTenant(search, wanted)}` }} state={location.state} replace />;
  }
  if (lostTenantId !== null && (named === null || named === lostTenantId)) {
    return <Navigate to={`${paths.selectTenant}?message=tenant-expired`} replace />;
  }
  if (tenantsError !== null && (wanted ?? rememberedTenantId()) !== null)
    return <TenantsErrorCard error={tenantsError} />;
  return wanted === null ? without : <OutOfScopeCard />;
}

function Selecting({ tenantId }: { tenantId: string }) {
  useLayoutEffect(() => void selectTenant(tenantId), [tenantId]);
  return null;
}

const organizationWaitMs = 300;

function NoTenantAfterWait() {
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), organizationWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return hasWaited ? <NoTenantCard /> : null;
}
