import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { NoSkippedTests } from './local/test-run/no-skipped-tests.ts';

const everywhere = {
  exclude: ['**/node_modules/**', '**/dist/**'],
  // Files share a worker and its modules, which saves a process and a load of the packages for each. So no file may
  // leave anything behind in a module or a global; what `vi` stubs is taken back for it.
  isolate: false,
  // For what hangs, not for what is slow beside other work.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  unstubEnvs: true,
  unstubGlobals: true,
  // By default one is kept free for watching, which on two cores leaves one.
  maxWorkers: Math.max(2, availableParallelism()),
};

/** Microsoft's identity library looks for its endpoint once in a process. */
const ownProcess = 'api/src/adapters/vault/machine-identity.test.ts';

/** Packages of very many modules, each as one file. What keeps state that tests share with pages stays as it is. */
const bundledPackages = ['@fluentui/react-components', '@fluentui/react-icons'];

export default defineConfig({
  test: {
    passWithNoTests: false,
    allowOnly: false,
    reporters: ['default', new NoSkippedTests()],
    projects: [
      {
        test: {
          ...everywhere,
          name: 'node',
          environment: 'node',
          include: ['contract', 'api', 'simulator', 'local', 'lab', 'e2e', 'infra'].map(
            (room) => `${room}/**/*.test.ts`,
          ),
          exclude: [...everywhere.exclude, ownProcess],
          globalSetup: ['api/testing/azurite-global-setup.ts'],
        },
      },
      {
        extends: './frontend/vite.config.ts',
        test: {
          ...everywhere,
          name: 'frontend',
          environment: 'jsdom',
          root: '.',
          // Fluent alone is thousands of modules, and each worker loads its own.
          deps: { optimizer: { client: { enabled: true, include: bundledPackages } } },
          // What renders is .tsx. The other tests need no page, which takes longer to make than they run.
          include: ['frontend/**/*.test.tsx'],
          setupFiles: ['frontend/src/test-setup.ts'],
        },
      },
      { test: { ...everywhere, name: 'own-process', environment: 'node', include: [ownProcess], isolate: true } },
      { test: { ...everywhere, name: 'frontend-functions', environment: 'node', include: ['frontend/**/*.test.ts'] } },
    ],
  },
});
