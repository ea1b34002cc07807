import type { ProjectReadiness } from '@tenantry/contract/project-readiness';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = 'GET /api/project-readiness';
const readiness: ProjectReadiness = {
  urgentCount: 4,
  totalHours: 82.5,
  totalRevenuePotential: 12_345,
  unknownBecause: null,
  currency: 'USD',
  pricesAreDefault: true,
  lastUpdated: '2026-03-01T00:00:00.000Z',
  items: [
    {
      type: 'mfa',
      label: 'Multi-factor authentication',
      count: 3,
      countUnknownBecause: null,
      hours: 9,
      revenue: 1350,
      description: '2 urgent · 1 approval to decide',
      status: 'pending',
      actionUrl: '/findings?category=mfa',
    },
    {
      type: 'mail-flow',
      label: 'Mail flow',
      count: null,
      countUnknownBecause: 'No check could be made.',
      hours: null,
      revenue: null,
      description: 'No check could be made.',
      status: 'blocked',
      actionUrl: '/findings?category=mail-flow',
    },
  ],
};
const server = (answer: Partial<ProjectReadiness> = {}, role: 'admin' | 'technician' = 'admin') =>
  signedInServer(role).on(path, () => json({ ...readiness, ...answer }));
const card = async () => within(await screen.findByRole('region', { name: 'Project readiness' }));

describe('project readiness on the dashboard', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('shows what is urgent, what it would bring in dollars, and each area with its state', async () => {
    const used = server();
    renderApp('/dashboard', used);
    const shown = await card();
    await shown.findByText('4 urgent findings · 82.5 hours · $12,345 revenue potential');
    const mfa = within(shown.getByRole('link', { name: 'Multi-factor authentication' }).closest('li') as HTMLElement);
    for (const text of ['Pending', '2 urgent · 1 approval to decide', '$1,350', '3 findings']) {
      expect(mfa.getByText(text)).toBeDefined();
    }
    expect(mfa.getByRole('link').getAttribute('href')).toBe(`/findings?tenantId=${contoso.id}&category=mfa`);
    expect(used.requestsTo('/api/project-readiness').map(({ query }) => query.get('tenantId'))).toEqual([contoso.id]);
  });

  test('says why an area is not known, without a figure', async () => {
    renderApp('/dashboard', server());
    const shown = await card();
    const mail = within((await shown.findByRole('link', { name: 'Mail flow' })).closest('li') as HTMLElement);
    expect(mail.getByText('Not known: No check could be made.')).toBeDefined();
    expect(mail.getByText('Blocked')).toBeDefined();
    expect(mail.queryByText(/\$/)).toBeNull();
  });

  test('says that the prices are defaults, and where they are edited', async () => {
    renderApp('/dashboard', server());
    const link = await (await card()).findByRole('link', { name: 'edit the prices' });
    expect(link.getAttribute('href')).toBe('/admin/settings');
  });

  test('says no such thing of prices that somebody edited', async () => {
    renderApp('/dashboard', server({ pricesAreDefault: false }));
    await (await card()).findByText(/^Last updated/);
    expect(screen.queryByRole('link', { name: 'edit the prices' })).toBeNull();
  });

  test('before the first audit is not known, with the reason', async () => {
    renderApp(
      '/dashboard',
      server({
        urgentCount: null,
        totalHours: null,
        totalRevenuePotential: null,
        unknownBecause: 'This tenant has never been scanned.',
      }),
    );
    await (await card()).findByText('Not known: This tenant has never been scanned.');
  });

  test('that cannot be fetched says so', async () => {
    renderApp(
      '/dashboard',
      signedInServer().on(path, () => apiError('UNAVAILABLE', 'Later')),
    );
    await (await card()).findByText('Failed to fetch project readiness data');
  });

  test('is for administrators, and stands between the risks and the mail flow check', async () => {
    const { unmount } = renderApp('/dashboard', server());
    await card();
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    const order = ['Risk indicators', 'Project readiness', 'Mail Flow Check', 'Security Assessment', 'Recent Activity'];
    expect(titles.filter((title) => order.includes(title))).toEqual(order);
    unmount();
    renderApp('/dashboard', server({}, 'technician'));
    await screen.findByRole('region', { name: 'Mail Flow Check' });
    expect(screen.queryByRole('region', { name: 'Project readiness' })).toBeNull();
  });
});
