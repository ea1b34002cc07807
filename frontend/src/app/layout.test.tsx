import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { selectTenant } from '../lib/session.ts';
import { storageKeys } from '../lib/storage.ts';
import { contoso, json, signedInServer } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';
import { breadcrumbsOf } from './navigation.ts';

const globalEntries = [
  ['Multi-Tenant Overview', '/overview', 'admin'],
  ['My Work', '/my-work', 'technician'],
  ['Admin Panel', '/admin', 'admin'],
  ['Audits', '/admin/audits', 'admin'],
  ['Tasks', '/admin/tasks', 'admin'],
  ['Approvals', '/admin/approvals', 'admin'],
  ['Scan Internal Policies', '/scan', 'admin'],
  ['Findings View', '/findings', 'viewer'],
  ['Credential Status', '/m365/credentials', 'admin'],
  ['Client Portal', '/client-room', 'admin'],
  ['Notifications', '/notifications', 'viewer'],
] as const;
const tenantEntries = [
  ['Dashboard', '/dashboard'],
  ['M365 Audit', '/audit'],
  ['Task Center', '/tasks'],
  ['Reports', '/report'],
] as const;
const announced = [['Time Tracking', 'technician']] as const;

/** The bar above the page. */
async function header(): Promise<HTMLElement> {
  const bar = (await screen.findByRole('navigation', { name: 'Breadcrumb' })).closest('header');
  if (bar === null) throw new Error('The trail stands in no header');
  return bar;
}

const rank = { viewer: 0, technician: 1, admin: 2 } as const;
const pathOf = (link: HTMLElement) => new URL(link.getAttribute('href') ?? '', 'http://localhost').pathname;

describe('the sidebar', () => {
  test.each(['admin', 'technician', 'viewer'] as const)('shows a(n) %s the entries of that role', async (role) => {
    localStorage.setItem(storageKeys.tenantId, contoso.id);
    renderApp(`/profile?tenantId=${contoso.id}`, signedInServer(role));
    const sidebar = await screen.findByRole('navigation', { name: 'Main navigation' });
    const may = (least: keyof typeof rank) => rank[role] >= rank[least];
    for (const [label, path, least] of globalEntries) {
      const link = within(sidebar).queryByRole('link', { name: label });
      expect([label, link && pathOf(link)]).toEqual([label, may(least) ? path : null]);
    }
    selectTenant(contoso.id);
    for (const [label, path] of tenantEntries) {
      expect(pathOf(await within(sidebar).findByRole('link', { name: label }))).toBe(path);
    }
    for (const [label, least] of announced) {
      expect([label, within(sidebar).queryByRole('button', { name: new RegExp(`^${label}`) }) !== null]).toEqual([
        label,
        may(least),
      ]);
    }
  });

  test('folds a section, remembers it, and marks there where one is', async () => {
    const { user, unmount } = renderApp('/findings', signedInServer());
    const fold = async () => screen.findByRole('button', { name: 'Global', expanded: true });
    await screen.findByRole('link', { name: 'Findings View', current: 'page' });
    (await fold()).focus();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('link', { name: 'Findings View' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Tenant Tools', expanded: true })).toBeDefined();
    unmount();
    const again = renderApp('/findings', signedInServer());
    await again.user.click(await screen.findByRole('button', { name: 'Global', expanded: false }));
    await screen.findByRole('link', { name: 'Findings View' });
  });
});

describe('the header', () => {
  test('has the trail, the switcher, Help and the account, over a page with its title and tenant', async () => {
    renderApp(`/project-plan?tenantId=${contoso.id}`, signedInServer());
    const bar = await header();
    within(bar).getByRole('navigation', { name: 'Breadcrumb' });
    within(bar).getByRole('button', { name: 'Help' });
    within(bar).getByRole('button', { name: 'Account: Dana Doe' });
    await within(bar).findByRole('button', { name: /Contoso/ });
    const page = screen.getByRole('main');
    await within(page).findByRole('heading', { level: 1, name: 'Project Plan' });
    within(page).getByText('Contoso');
  });

  test('has a toggle for the sidebar where there is no room for it', async () => {
    const wide = globalThis.matchMedia;
    globalThis.matchMedia = (query) => ({ ...wide(query), matches: query.includes('max-width') });
    try {
      const { user } = renderApp('/profile', signedInServer());
      await user.click(await screen.findByRole('button', { name: 'Open navigation' }));
      await screen.findByRole('link', { name: 'Findings View' });
    } finally {
      globalThis.matchMedia = wide;
    }
  });

  test.each([
    ['/', ['Dashboard']],
    ['/admin', ['Admin Panel']],
    ['/admin/tenants', ['Admin Panel', 'Tenants']],
    ['/admin/users', ['Admin Panel', 'Users']],
    ['/admin/audits', ['Admin Panel', 'Audits']],
    ['/admin/tasks', ['Admin Panel', 'Tasks']],
    ['/admin/approvals', ['Admin Panel', 'Approvals']],
    ['/audit', ['M365 Audit']],
    ['/tasks', ['Task Center']],
    ['/report', ['Reports']],
    ['/approval', ['Approval']],
    ['/overview', ['Multi-Tenant Overview']],
  ])('calls the trail to %s by its labels', (path, labels) => {
    // The address of the home page has no part of its own.
    const trail = path === '/' ? breadcrumbsOf('/dashboard') : breadcrumbsOf(path);
    expect(trail.map(({ label }) => label)).toEqual(labels);
  });
});

describe('the menu of the account', () => {
  test('leads to Help & Documentation and Profile, and logs out', async () => {
    const app = renderApp('/profile', signedInServer());
    const open = async () => {
      await app.user.click(await screen.findByRole('button', { name: 'Account: Dana Doe' }));
      return screen.findByRole('menu');
    };
    await app.user.click(within(await open()).getByRole('menuitem', { name: 'Help & Documentation' }));
    await waitFor(() => expect(app.path()).toBe('/help'));
    await app.user.click(within(await open()).getByRole('menuitem', { name: 'Profile' }));
    await waitFor(() => expect(app.path()).toBe('/profile'));
    await app.user.click(within(await open()).getByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(app.path()).toBe('/login'));
  });
});

describe('the debug panel', () => {
  afterEach(() => localStorage.removeItem(storageKeys.debug));

  test('shows role and tenant where the browser was told so, and nowhere else', async () => {
    const first = renderApp('/profile', signedInServer('technician'));
    await header();
    expect(screen.queryByRole('complementary', { name: 'Debug panel' })).toBeNull();
    first.unmount();
    localStorage.setItem(storageKeys.debug, 'true');
    renderApp(
      '/profile',
      signedInServer('technician').on('GET /api/tenants', () => json({ tenants: [contoso] })),
    );
    const panel = await screen.findByRole('complementary', { name: 'Debug panel' });
    expect(panel.textContent).toContain('role: technician');
    expect(panel.textContent).toContain('tenant: none');
  });
});
