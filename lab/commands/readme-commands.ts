import type { StepName } from '../../local/test-run/test-steps.ts';

/** Commands of the README that a step of `npm test` is, or runs as they are. */
export const coveredBySteps: Readonly<Record<string, StepName | 'npm test'>> = {
  test: 'npm test',
  check: 'lint',
  start: 'e2e',
  'infra:check': 'infra',
  'scripts:check': 'scripts',
};

/** The commands that the README writes in its blocks and its table, as `npm` knows them. */
export function readmeCommands(readme: string): string[] {
  const written = [...readme.matchAll(/(?:^|`)npm (?:run (?:-s )?)?(start|test|[a-z:-]+)(?=[\s`])/gm)];
  return [...new Set(written.map(([, name = '']) => name))];
}
