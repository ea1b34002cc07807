import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { timerNames } from './domain/timer-runs/timer-names.ts';
import { alertRules } from './features/health/alert-rules.ts';

const page = readFileSync(new URL('../../docs/operate.md', import.meta.url), 'utf8');

/** The text under a heading, up to the next one of its rank. */
const sectionOf = (heading: string) => page.split(`\n### ${heading}\n`)[1]?.split(/\n##+ /)[0] ?? '';

it.each(alertRules.map(({ name }) => name))(
  'docs/operate.md says of %s where to look, what to do and when it ends',
  (name) => {
    for (const part of ['- Look', '- Do:', '- Ends:']) expect(sectionOf(name)).toContain(part);
  },
);

it.each(timerNames)('docs/operate.md says what stops when the timer %s is off', (name) => {
  expect(sectionOf(name)).toContain('Off: ');
});
