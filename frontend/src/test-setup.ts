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
// Fluent's focus management takes what has no `offsetParent`, or stands in a body without a size, for invisible. Then it finds
// nothing to focus in a dialog, focuses the dialog itself, and hides it: `createModalizer` of tabster 8.8 activates one that holds the focus, not one that
// has it. Whether the focus or the observer of `createModalizer` comes first is a race, which a busy machine loses.
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  configurable: true,
  get(this: HTMLElement) {
    return this.parentElement;
  },
});
document.body.getBoundingClientRect = () => new DOMRect(0, 0, window.innerWidth, window.innerHeight);

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
