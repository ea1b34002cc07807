import { test as base } from '@playwright/test';
import { type RunningStack, startStack } from '../local/stack/start-stack.ts';

/** Tests on a stack of their worker's own, to which nobody has signed in yet. */
export const freshStackTest = base.extend<object, { stack: RunningStack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const stack = await startStack({}, ['--no-build']);
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),
});
