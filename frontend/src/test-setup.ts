import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { queryClient } from './lib/query-client.ts';

// The first test of a file also loads the code of the page that it opens.
configure({
  asyncUtilTimeout: 8000,
  // By default each try of what is waited for prints the whole page. `screen.debug()` prints it where somebody wants to see it.
  getElementError: (message) => Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
});
vi.setConfig({ testTimeout: 20_000 });

// jsdom lays nothing out: no media query holds, and no size is ever observed.
window.matchMedia ??= (query) =>
  ({ matches: false, media: query, addEventListener: () => undefined, removeEventListener: () => undefined }) as never;
window.ResizeObserver ??= class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};
window.scrollTo = () => undefined;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  queryClient.clear();
});
afterEach(async () => {
  cleanup();
  // What a test has asked for and not waited for would otherwise come when its window is gone, and fail the run.
  await queryClient.cancelQueries();
  await vi.dynamicImportSettled();
});
