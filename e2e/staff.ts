import type { Browser, BrowserContext } from '@playwright/test';
import type { ApiSession } from '../local/stack/api-session.ts';
import { demonstration } from './signed-in-test.ts';

const password = 'Qu1et!harbor';
/** Colleagues of the administrator: one may work on every tenant, one may look at one of them. */
export const staff = {
  technician: { username: 'tina', displayName: 'Tina Okafor', role: 'technician', password },
  viewer: { username: 'violet', displayName: 'Violet Lind', role: 'viewer', password, tenantId: demonstration.weak.id },
} as const;
export type StaffRole = keyof typeof staff;

/** Adds a colleague, unless an earlier test on this stack has. */
export async function addStaff(api: ApiSession, role: StaffRole): Promise<void> {
  const { username, ...user } = staff[role];
  const { items } = await api.get<{ items: { username: string | null }[] }>('/api/admin/users?source=local');
  if (items.some((one) => one.username === username)) return;
  await api.post('/api/admin/users', { ...user, username, email: `${username}@msp.example` });
}

/** A browser context in which this colleague is signed in. */
export async function openAs(
  browser: Browser,
  baseURL: string,
  api: ApiSession,
  role: StaffRole,
): Promise<BrowserContext> {
  await addStaff(api, role);
  const context = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
  const { username } = staff[role];
  const answer = await context.request.post('/api/auth/local', { data: { username, password } });
  if (!answer.ok()) throw new Error(`${username} cannot sign in: ${answer.status()} ${await answer.text()}`);
  return context;
}
