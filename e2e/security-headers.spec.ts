import type { APIResponse } from '@playwright/test';
import { freshStackTest as test } from './fresh-stack-test.ts';
import { expect } from './signed-in-test.ts';

const headersOf = (answer: APIResponse) => answer.headers();
const noRedirect = { maxRedirects: 0 };

/** What each answer carries that a browser may show or keep. */
function expectGuarded(headers: Record<string, string>): void {
  expect(headers['strict-transport-security']).toMatch(/^max-age=31536000; includeSubDomains$/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['referrer-policy']).toMatch(/^(same-origin|no-referrer)$/);
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
}

test.describe('what an answer carries', { tag: '@headers' }, () => {
  for (const path of ['/', '/overview', '/help', '/help/']) {
    test(`the page at ${path} is asked for anew each time, and no other site may frame or open it`, async ({
      request,
    }) => {
      const answer = await request.get(path);
      expect(answer.status()).toBe(200);
      expect(answer.headers()['content-type']).toContain('text/html');
      expectGuarded(headersOf(answer));
      expect(headersOf(answer)['cache-control']).toBe('no-cache');
      expect(headersOf(answer)['cross-origin-opener-policy']).toBe('same-origin');
      for (const feature of ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics']) {
        expect(headersOf(answer)['permissions-policy']).toContain(`${feature}=()`);
      }
    });
  }

  test('a file whose name is its hash is kept for a year, one that is not there is no page', async ({ request }) => {
    const page = await (await request.get('/')).text();
    const [file] = page.match(/\/assets\/[^"]+\.js/) ?? [];
    const answer = await request.get(String(file));
    expect(answer.status()).toBe(200);
    expectGuarded(headersOf(answer));
    expect(headersOf(answer)['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const missing of ['/assets/missing-0000000.js', '/help/missing.md', '/.auth/me']) {
      const absent = await request.get(missing);
      expect(absent.status(), missing).toBe(404);
      expect(await absent.text(), missing).not.toContain('id="root"');
    }
  });

  test('an answer of the API is kept by nobody, whether it succeeds, is refused or is not there', async ({
    request,
  }) => {
    for (const [path, status] of [
      ['/api/health', 200],
      ['/api/auth/registration-status', 200],
      ['/api/admin/users', 401],
      ['/api/auth/callback', 403],
    ] as const) {
      const answer = await request.get(path, noRedirect);
      expect(answer.status(), path).toBe(status);
      expectGuarded(headersOf(answer));
      expect(headersOf(answer)['cache-control']).toBe('no-store');
    }
    for (const [method, path] of [
      ['GET', '/api/nothing-here'],
      ['HEAD', '/api/health'],
      ['OPTIONS', '/api/admin/health'],
      ['PUT', '/api/health'],
    ] as const) {
      const absent = await request.fetch(path, { method, ...noRedirect });
      expect(absent.status(), `${method} ${path}`).toBe(404);
      expectGuarded(headersOf(absent));
      expect(headersOf(absent)['cache-control']).toBe('no-store');
    }
  });

  test('the way to Microsoft stays within the site until the API has had its say', async ({ request }) => {
    const answer = await request.get('/auth/microsoft', noRedirect);
    expect(answer.status()).toBe(302);
    expect(new URL(headersOf(answer).location ?? '', answer.url()).pathname).toBe('/api/auth/microsoft');
  });
});

test.describe('the policy of a page', { tag: '@headers' }, () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  const planted: Record<string, [directive: string, plant: () => unknown]> = {
    'a style within the page': [
      'style-src',
      () => {
        const style = document.createElement('style');
        style.textContent = 'body { display: none }';
        document.head.append(style);
      },
    ],
    'markup made of text': [
      'require-trusted-types-for',
      () => {
        try {
          document.body.innerHTML = '<img src=x>';
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
        }
      },
    ],
    'a policy for markup of one’s own': [
      'trusted-types',
      () => {
        type Factory = { createPolicy(name: string, rules: object): unknown };
        try {
          (window as unknown as { trustedTypes: Factory }).trustedTypes.createPolicy('own', {});
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
        }
      },
    ],
    'a call to another site': ['connect-src', () => fetch('https://elsewhere.example/').catch(() => undefined)],
    'a picture of another site': [
      'img-src',
      () => {
        document.body.append(Object.assign(document.createElement('img'), { src: 'https://elsewhere.example/a.png' }));
      },
    ],
    'a frame': [
      'frame-src',
      () => {
        document.body.append(Object.assign(document.createElement('iframe'), { src: '/' }));
      },
    ],
  };

  for (const [what, [directive, plant]] of Object.entries(planted)) {
    test(`refuses ${what}, and the watch of these tests tells of it`, async ({ page, policyViolations }) => {
      await page.evaluate(plant);
      await expect.poll(() => policyViolations.join('\n')).toContain(`Policy violated: ${directive}`);
      expect(await page.evaluate(() => 'planted' in window)).toBe(false);
      await page.close();
      policyViolations.splice(0);
    });
  }

  test('refuses a script within the page, however it came there', async ({ page, policyViolations }) => {
    await page.route('**/login', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('</body>', '<script>window.planted = true</script></body>');
      await route.fulfill({ response: answer, body });
    });
    await page.goto('/login');
    await expect.poll(() => policyViolations.join('\n')).toContain('Policy violated: script-src');
    expect(await page.evaluate(() => 'planted' in window)).toBe(false);
    await page.close();
    policyViolations.splice(0);
  });
});
