import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { trailEventKinds } from '@tenantry/contract/trail-events';
import { expect, it } from 'vitest';

it('every event of the trail has its name and color in the list of the contract, and nothing else has', () => {
  const source = readFileSync(join(import.meta.dirname, 'trail.ts'), 'utf8');
  const [, union = ''] = /export type TrailEvent =([^;]+);/.exec(source) ?? [];
  const events = [...union.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
  expect(events.length).toBeGreaterThan(40);
  const missing = events.filter((event) => !Object.hasOwn(trailEventKinds, event));
  expect(missing, 'Say in contract/src/trail-events.ts what kind of event each of these is.').toEqual([]);
  expect(Object.keys(trailEventKinds).filter((name) => !events.includes(name))).toEqual([]);
});
