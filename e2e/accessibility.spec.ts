import type { Page } from '@playwright/test';
import { paths } from '../frontend/src/lib/paths.ts';
import { violationsByTheme } from './axe.ts';
import { demonstration, expect, test } from './signed-in-test.ts';
import { globalPages, publicPages, tenantPages } from './walked-pages.ts';

// Each page is a group of its own: whichever worker is free takes the next one.
test.describe.configure({ mode: 'parallel' });

const themes = ['light', 'dark'] as const;
type Violations = Record<(typeof themes)[number], string[]>;
/** What is done on a page; `audit` looks at it as it stands, once or at each step. */
type Visit = (page: Page, audit: () => Promise<void>) => Promise<void>;

/** Until it is shown the selection is not kept, and the next page would not find it. */
async function openDashboard(page: Page): Promise<void> {
  await page.goto(`/dashboard?tenantId=${demonstration.weak.id}`);
  await expect(page.getByRole('button', { name: `Tenant: ${demonstration.weak.name}` })).toBeVisible();
}

async function openPage(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, ...(title ? { name: title } : {}) })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

async function violationsOf(page: Page, visit: Visit): Promise<Violations> {
  const found: Violations = { light: [], dark: [] };
  await visit(page, async () => {
    const now = await violationsByTheme(page);
    for (const theme of themes) found[theme].push(...now[theme]);
  });
  // The next visit begins without a selection, of which a tab keeps its own.
  await page.evaluate(() => [localStorage, sessionStorage].map((kept) => kept.clear()));
  return found;
}

/** Two tests and one visit: the first of them makes it, and each tells of its own theme. */
function inBothThemes(
  title: string,
  tag: string | readonly string[],
  visit: Visit,
  options = { signedIn: true },
): void {
  test.describe(() => {
    test.describe.configure({ mode: 'default' });
    let found: Violations | undefined;
    for (const theme of themes) {
      test.describe(`axe finds no violation, ${theme}`, () => {
        test(title, { tag: [tag].flat() }, async ({ signedInPage, signedOutPage }) => {
          found ??= await violationsOf(options.signedIn ? signedInPage : signedOutPage, visit);
          expect(found[theme]).toEqual([]);
        });
      });
    }
  });
}

test('axe tells of what is wrong, in the theme where it is', async ({ signedInPage: page }) => {
  await openPage(page, '/help', 'Help & Documentation');
  await page.locator('main').evaluate((main) => {
    const text = document.createElement('p');
    text.textContent = 'Gray on gray';
    Object.assign(text.style, {
      color: '#757575',
      background: 'light-dark(#888888, #000000)',
      colorScheme: 'light dark',
    });
    main.append(text, document.createElement('img'));
  });
  const { light, dark } = await violationsByTheme(page);
  expect(light.map((one) => one.split(':')[0])).toEqual(expect.arrayContaining(['color-contrast', 'image-alt']));
  expect(dark).toEqual([]);
  await page
    .locator('main p')
    .last()
    .evaluate((text) => {
      text.style.background = 'light-dark(#ffffff, #666666)';
    });
  const turned = await violationsByTheme(page);
  expect(turned.light.filter((one) => one.startsWith('color-contrast'))).toEqual([]);
  expect(turned.dark).toEqual([expect.stringMatching(/^color-contrast: p/)]);
});

test('every address of the product is walked', () => {
  const walked = [...tenantPages, ...globalPages].map(([path]) => path as string).concat(publicPages);
  const isWalked = (path: string) => {
    const pattern = new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}(\\?|$)`);
    return walked.some((one) => pattern.test(one));
  };
  // The return from Microsoft and the wait for a consent are walked below, where they wait; the room of a client needs a session of theirs.
  expect(new Set(Object.values(paths).filter((path) => !isWalked(path)))).toEqual(
    new Set([paths.callback, paths.authConnecting, paths.client]),
  );
});

for (const [path, title, tag] of tenantPages) {
  inBothThemes(`on ${path}`, tag, async (page, audit) => {
    await openDashboard(page);
    await openPage(page, path, title);
    await audit();
  });
}

for (const [path, title, tag] of globalPages) {
  inBothThemes(`on ${path}`, tag, async (page, audit) => {
    await openPage(page, path, title);
    await audit();
  });
}

for (const path of publicPages) {
  inBothThemes(
    `on ${path}, signed out`,
    '@auth',
    async (page, audit) => {
      await openPage(page, path, '');
      await audit();
    },
    { signedIn: false },
  );
}

inBothThemes('in the details of a finding', '@findings', async (page, audit) => {
  await openDashboard(page);
  await page.getByRole('link', { name: 'Findings View' }).click();
  await page
    .getByRole('button', { name: /^View Details: / })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Evidence' })).toBeVisible();
  await audit();
});

inBothThemes(
  'in the forms that accept a risk and declare an account, with their errors',
  ['@findings', '@emergency-accounts'],
  async (page, audit) => {
    await openDashboard(page);
    await page.getByRole('link', { name: 'Findings View' }).click();
    await page
      .getByRole('button', { name: /^Accept risk…: / })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Accept risk' }).click();
    await expect(dialog.getByText('Give a reason of at least 10 characters')).toBeVisible();
    await audit();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Break-glass accounts' }).click();
    await page.getByRole('button', { name: 'Declare account' }).click();
    await dialog.getByRole('button', { name: 'Declare' }).click();
    await expect(dialog.getByText('Give the object id or the user principal name of the account')).toBeVisible();
    await audit();
  },
);

inBothThemes("in the details of a domain's mail", '@mailflow', async (page, audit) => {
  await openDashboard(page);
  await page.getByRole('link', { name: 'Mail Flow', exact: true }).click();
  await page
    .getByRole('button', { name: /^Details of / })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'SPF', exact: true })).toBeVisible();
  await audit();
});

inBothThemes('while something is confirmed, and after it', '@audits', async (page, audit) => {
  await page.goto('/admin/audits');
  const button = page.getByRole('button', { name: /^Delete audit: / }).first();
  await button.click();
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeFocused();
  await audit();
  await page.keyboard.press('Escape');
  await expect(cancel).toHaveCount(0);
  await expect(button).toBeFocused();
  await audit();
});

inBothThemes('in the form that maps a role, with its error', '@role-mappings', async (page, audit) => {
  await page.goto('/admin/roles');
  await page.getByRole('button', { name: 'Add Mapping' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add role mapping' });
  await dialog.getByRole('button', { name: 'Add mapping' }).click();
  await expect(dialog.getByText('M365 role is required')).toBeVisible();
  await audit();
});

inBothThemes('in the credentials of a tenant whose fields are at fault', '@connections', async (page, audit) => {
  await page.goto('/m365/credentials');
  const { name } = demonstration.weak;
  await page.getByRole('button', { name: `Credentials of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Graph Credentials: ${name}` });
  await dialog.getByRole('button', { name: 'Save Credentials' }).click();
  await expect(dialog.getByText('Client ID is required')).toBeVisible();
  await audit();
});

inBothThemes(
  'while a return from Microsoft is waited for, and above a page that tells of a lost connection',
  ['@auth', '@connections', '@health'],
  async (page, audit) => {
    await page.route('**/api/auth/callback?*', () => new Promise<never>(() => undefined));
    await page.goto('/callback?code=c&state=s');
    await expect(page.getByRole('heading', { level: 1, name: 'Authenticating' })).toBeVisible();
    await audit();
    await page.route('**/api/m365/oauth/pending/*', () => new Promise<never>(() => undefined));
    await page.goto('/auth/connecting?connection=c');
    await expect(page.getByRole('heading', { name: 'Waiting for Microsoft to apply the consent' })).toBeVisible();
    await audit();
    const { id: tenantId, name } = demonstration.weak;
    const tenants = [{ tenantId, name, since: null, reason: 'AADSTS700016' }];
    const trouble = {
      kind: 'scanFailing',
      since: '2026-01-01T00:00:00.000Z',
      reason: 'AADSTS700016',
      remedy: 'reconnect',
    };
    const selected = { tenantId, name, trouble, lastAuditDate: '2026-01-01T00:00:00.000Z' };
    const auditTrail = { status: 'broken', message: 'First broken: entry-2026. This entry was changed.' };
    const endingSecrets = {
      total: 1,
      soonest: [{ tenantId: null, name, expiresAt: '2026-01-01T00:00:00.000Z', isCertificate: false }],
    };
    await page.route('**/api/auth/status', (route) =>
      route.fulfill({ json: { needsReconnect: true, tenants, selected, endingSecrets, auditTrail } }),
    );
    await page.goto('/findings');
    await expect(page.getByRole('link', { name: 'Reconnect' })).toBeVisible();
    await expect(page.getByText('The audit trail is broken')).toBeVisible();
    await expect(page.getByText(/^Scan failing since /)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await audit();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);
