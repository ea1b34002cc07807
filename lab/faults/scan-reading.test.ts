import { expect, test } from 'vitest';
import type { ApiSession } from '../../local/stack/api-session.ts';
import { readScan } from './scan-reading.ts';

test('a scan that never ends is given up, with what it was at', async () => {
  const scan = { status: 'running', progress: { done: 7, total: 40, datasets: [] } };
  const api = { get: async () => scan } as unknown as ApiSession;
  await expect(readScan(api, 'tenant', 'scan', 0)).rejects.toThrow('it is running, with 7 of 40 datasets');
});
