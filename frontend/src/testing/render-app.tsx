import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, type RouteObject } from 'react-router-dom';
import { Providers } from '../app/providers.tsx';
import { routes as allRoutes } from '../app/router.tsx';
import { startSession } from '../lib/session.ts';
import type { FakeServer } from './fake-server.ts';

/** Opens the application at an address, as a browser does, against a fake server. */
export function renderApp(address: string, server: FakeServer, routes: RouteObject[] = allRoutes) {
  globalThis.fetch = server.fetch;
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  void startSession();
  const page = render(<Providers router={router} />);
  const path = () => `${router.state.location.pathname}${router.state.location.search}`;
  return { ...page, path, router, user: userEvent.setup({ delay: null }) };
}
