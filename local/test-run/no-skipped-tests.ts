import type { Reporter, TestModule, Vitest } from 'vitest/node';

/**
 * Fails a run in which a test was skipped: a test that did not run proves nothing. Runs narrowed by `-t` are left
 * alone, since there the others are skipped by intention.
 */
export class NoSkippedTests implements Reporter {
  #narrowed = false;

  onInit(vitest: Vitest): void {
    this.#narrowed = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#narrowed) return;
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')].map((test) => test.fullName));
    if (skipped.length === 0) return;
    process.stderr.write(`Skipped tests are failures here:\n${skipped.map((name) => `- ${name}`).join('\n')}\n`);
    process.exitCode = 1;
  }
}
