import { test as base, expect } from '@playwright/test';
import { type RunningStack, startStack } from '../local/stack/start-stack.ts';
import { watchPolicy } from './policy-watch.ts';

type WorkerFixtures = {
  stack: RunningStack;
  /** What the Content-Security-Policy refused so far in this test; a test that leaves anything in it fails. */
  policyViolations: string[];
};

/** Tests on a stack of their worker's own, to which nobody has signed in yet. No page may break its own policy. */
export const freshStackTest = base.extend<{ heldToPolicy: null }, WorkerFixtures>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const stack = await startStack({}, ['--no-build']);
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  policyViolations: [
    async ({ browser }, use) => {
      const { violations, stop } = watchPolicy(browser);
      await use(violations);
      stop();
      // What was told after the last test had ended.
      expect(violations).toEqual([]);
    },
    { scope: 'worker', auto: true },
  ],
  heldToPolicy: [
    async ({ policyViolations }, use) => {
      await use(null);
      expect(policyViolations.splice(0)).toEqual([]);
    },
    { auto: true },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),
});
