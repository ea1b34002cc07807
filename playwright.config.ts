import { defineConfig } from '@playwright/test';

/** Tests in a real browser against the whole local stack, started once on a free port with a fresh data folder. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: false,
  // One system, one story: the first start comes first, and there is one first administrator.
  workers: 1,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    baseURL: process.env.TENANTRY_URL,
    trace: 'retain-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    { name: 'first start', testMatch: '**/1-*.spec.ts' },
    { name: 'way through', testMatch: '**/2-*.spec.ts', dependencies: ['first start'] },
    { name: 'all pages', testMatch: '**/3-*.spec.ts', dependencies: ['way through'] },
    { name: 'decisions', testMatch: '**/4-*.spec.ts', dependencies: ['all pages'] },
    { name: 'Microsoft', testMatch: '**/5-*.spec.ts', dependencies: ['decisions'] },
    { name: 'faults', testMatch: '**/6-*.spec.ts', dependencies: ['Microsoft'] },
  ],
});
