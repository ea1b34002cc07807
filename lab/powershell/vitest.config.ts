import { defineConfig } from 'vitest/config';
import { NoSkippedTests } from '../../local/test-run/no-skipped-tests.ts';

/** Proofs that need PowerShell: `npm run scripts:check` runs them where it is, and they are no part of the other tests. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.pwsh.ts'],
    environment: 'node',
    passWithNoTests: false,
    allowOnly: false,
    reporters: ['default', new NoSkippedTests()],
    // Each run of a script starts PowerShell, and some wait for what Microsoft does not know yet.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
