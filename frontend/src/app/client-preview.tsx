import { type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { useHasRole } from '../lib/session.ts';
import { FullPageSpinner } from '../ui/full-page-spinner.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { AccessDeniedPage } from './access-denied-page.tsx';
import { TenantOfPreview } from './tenant-guards.tsx';

const RoomPreviewPage = onDemand(
  async () => (await import('../features/client-room/room-preview-page.tsx')).RoomPreviewPage,
  <FullPageSpinner />,
);

const routes: RouteObject[] = [
  { element: <TenantOfPreview />, children: [{ path: '*', element: <RoomPreviewPage /> }] },
];

/** The client room of the tenant in the address, for those who look after it. It stands outside the shell, as the client sees it. */
export function ClientPreview() {
  const { pathname } = useLocation();
  const isTechnician = useHasRole('technician');
  const preview = useRoutes(routes);
  if (isTechnician) return preview;
  return (
    <main>
      <AccessDeniedPage pathname={pathname} />
    </main>
  );
}
