import { asUsual, type ConfigurationTold } from '@tenantry/simulator/directory/configuration-state';
import { expect, test } from 'vitest';
import { configurationMix } from './configuration-mix.ts';
import { jobProblems, openForeignHost } from './snapshot-traces.ts';

const job = (createdDateTime: string) => ({
  id: 'j',
  displayName: 'Tenantry abcd1234 1',
  resources: [],
  createdDateTime,
});
const told = (more: Partial<ConfigurationTold>): ConfigurationTold => ({
  behavior: asUsual,
  jobs: [],
  extracted: {},
  othersDeleted: 0,
  ...more,
});
const at = '2026-11-24T12:00:00Z';

test('jobs that are left for good, and those of others that are gone, are found out', () => {
  expect(jobProblems(told({ jobs: [job('2026-11-24T11:50:00Z')] }), at)).toEqual([]);
  expect(jobProblems(told({ jobs: [job('2026-11-24T11:40:00Z')] }), at)).toHaveLength(1);
  expect(jobProblems(told({ othersDeleted: 1 }), at)).toHaveLength(1);
});

test('a request to another host is noticed, and whether it brought a token', async () => {
  const host = await openForeignHost();
  await fetch(`${host.url}/v1.0/x`, { headers: { authorization: 'Bearer secret' } });
  await host.close();
  expect(host.requests).toEqual(['GET /v1.0/x, with a token']);
});

test('a row of rounds comes past each disturbance of snapshots once, the same by the same seed', () => {
  const names = Array.from({ length: 17 }, (_, index) => configurationMix('http://127.0.0.1:1', 'seed', index).name);
  expect(new Set(names).size).toBe(17);
  expect(configurationMix('http://127.0.0.1:1', 'seed', 17).name).toBe(names[0]);
  expect(configurationMix('http://127.0.0.1:1', 'other', 0).behavior).toMatchObject({ otherJobs: expect.any(Number) });
});
