import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { NoSkippedTests } from './local/test-run/no-skipped-tests.ts';

const setupFile = 'frontend/src/test-setup.ts';

export default defineConfig({
  test: {
    passWithNoTests: false,
    allowOnly: false,
    reporters: ['default', new NoSkippedTests()],
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['contract', 'api', 'simulator', 'local', 'lab', 'e2e'].map((room) => `${room}/**/*.test.ts`),
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: ['api/testing/azurite-global-setup.ts'],
          // Some of them start Azurite or the whole stack.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: './frontend/vite.config.ts',
        test: {
          name: 'frontend',
          environment: 'jsdom',
          root: '.',
          include: ['frontend/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          setupFiles: existsSync(setupFile) ? [setupFile] : [],
        },
      },
    ],
  },
});
