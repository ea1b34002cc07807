import type { Page } from '@playwright/test';
import { demonstration, expect, test } from './signed-in-test.ts';

// What a browser asks for that has never been here: each visit has a context of its own, with nothing in it but the sign-in.

// Scripts, those that come a moment later too, and the style sheet: 40 before decision 039.
const codeRequestsAllowed = 15;

/** Opens an address, and tells what was asked for until nothing more is. */
async function visit(page: Page, address: string): Promise<{ code: string[]; sessions: number }> {
  const code: string[] = [];
  let sessions = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (['script', 'stylesheet'].includes(request.resourceType())) code.push(pathname);
    if (pathname === '/api/auth/session') sessions += 1;
  });
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  return { code, sessions };
}

const ofWeak = (path: string) => `${path}?tenantId=${demonstration.weak.id}`;

for (const [name, address] of [
  ['the overview', '/overview'],
  ['the dashboard', ofWeak('/dashboard')],
  ['the findings', ofWeak('/findings')],
] as const) {
  test(`a first visit of ${name} asks once who is signed in, and for few files of code`, {
    tag: ['@overview', '@dashboard', '@findings'],
  }, async ({ page, browser, stack }) => {
    const storageState = await page.context().storageState();
    await using context = await browser.newContext({ baseURL: stack.url, storageState });
    const { code, sessions } = await visit(await context.newPage(), address);
    expect(sessions).toBe(1);
    expect(code.length, code.join('\n')).toBeLessThanOrEqual(codeRequestsAllowed);
    expect(new Set(code).size).toBe(code.length);
  });
}

test('a browser in which nobody signed in asks nobody who it is, is refused nothing, and loads few files of code', {
  tag: '@auth',
}, async ({ browser, stack }) => {
  await using context = await browser.newContext({ baseURL: stack.url, storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('response', (response) => {
    if (!response.ok()) refused.push(`${response.status()} ${response.url()}`);
  });
  const { code, sessions } = await visit(page, '/login');
  expect(sessions).toBe(0);
  expect(refused).toEqual([]);
  expect(code.length, code.join('\n')).toBeLessThanOrEqual(codeRequestsAllowed);
});
