import { defineConfig } from '@playwright/test';

/**
 * Tests in a real browser against the whole local stack. Each worker starts a stack of its own on free ports with a
 * fresh data folder (e2e/fresh-stack-test.ts), so no file depends on another one.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/build-once.ts',
  // Within a file one test may go on where the last one ended; a file says so where its tests need not wait.
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    // Pictures at each step cost a quarter of the processor; what the page held at each step is kept.
    trace: { mode: 'retain-on-failure', screenshots: false },
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
});
