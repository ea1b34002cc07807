import { type ReactNode, useEffect, useMemo } from 'react';
import { Navigate, type RouteObject, useRoutes } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { forgetReturnAddress } from '../lib/return-address.ts';
import { useSession } from '../lib/session.ts';
import { FullPageSpinner } from '../ui/full-page-spinner.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { ProductName } from '../ui/product-name.ts';
import { ToSignIn } from './guards.tsx';

const SignInPage = onDemand(
  async () => (await import('../features/auth/client-sign-in-page.tsx')).ClientSignInPage,
  <FullPageSpinner />,
);
const LinkPage = onDemand(
  async () => (await import('../features/auth/client-link-page.tsx')).ClientLinkPage,
  <FullPageSpinner />,
);
const RoomPages = onDemand(
  async () => (await import('../features/client-room/room-pages.tsx')).RoomPages,
  <FullPageSpinner />,
);

/** Whose room it is nobody knows yet, and ours is no name that they know. */
function BeforeTheRoom({ page }: { page: ReactNode }) {
  return <ProductName value={null}>{page}</ProductName>;
}

/** The room of the contact who is signed in; whoever works here is led away. */
function OwnRoom() {
  const session = useSession();
  if (session.status === 'loading') return <FullPageSpinner />;
  if (session.status === 'signed-out') return <ToSignIn to={paths.clientSignIn} {...session} />;
  if (session.user.clientTenantId === null) return <Navigate to={paths.overview} replace />;
  return <RoomOf tenantId={session.user.clientTenantId} />;
}

function RoomOf({ tenantId }: { tenantId: string }) {
  useEffect(forgetReturnAddress, []);
  const room = useMemo(() => ({ tenantId, base: paths.client, isPreview: false }), [tenantId]);
  return <RoomPages key={tenantId} room={room} />;
}

const routes: RouteObject[] = [
  { path: 'sign-in', element: <BeforeTheRoom page={<SignInPage />} /> },
  { path: 'link', element: <BeforeTheRoom page={<LinkPage />} /> },
  { path: '*', element: <OwnRoom /> },
];

/** Every page for contacts of a client: how they get in, and their room. */
export const ClientRoutes = () => useRoutes(routes);
