import { TestRunner } from 'vitest';

/**
 * Loads no further test file after the first failure: vitest's own runner would load them all, to run none of their tests.
 * A default export, because that is what vitest takes.
 */
export default class StopsAtFailure extends TestRunner {
  #stopped = false;

  override cancel(...args: Parameters<TestRunner['cancel']>): void {
    this.#stopped = true;
    super.cancel(...args);
  }

  override importFile(...[path, source]: Parameters<TestRunner['importFile']>): ReturnType<TestRunner['importFile']> {
    return this.#stopped ? undefined : super.importFile(path, source);
  }
}
