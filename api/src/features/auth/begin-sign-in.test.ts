import { startAzureSignIn, startMicrosoftSignIn } from '@tenantry/contract/microsoft-sign-in';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MicrosoftCloud, startMicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openTableStateStore } from '../../adapters/azure-storage/table-state-store.ts';
import type { OAuthRequestEntity } from '../../domain/connection/oauth-requests.ts';
import { buckets } from './attempt-buckets.ts';

describe('beginning to sign in with Microsoft', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  beforeEach(async () => {
    microsoft = await startMicrosoftCloud();
    app = await createTestApp(microsoft.settings);
  });
  afterEach(async () => {
    await app.close();
    await microsoft.close();
  });
  const begin = (headers: Record<string, string> = {}) => app.call(startMicrosoftSignIn, { headers });

  async function keptRequests(): Promise<number> {
    const state = openTableStateStore({ kind: 'connectionString', value: app.connectionString });
    let kept = 0;
    for await (const _ of state.table<OAuthRequestEntity>('oauthrequests').list('round')) kept += 1;
    return kept;
  }

  it('keeps so many requests of one address and no more, by whichever door, and holds up nobody else', async () => {
    const { capacity } = buckets.begun;
    for (let n = 0; n < capacity; n += 1) {
      const { status } = n % 2 === 0 ? await begin() : await app.call(startAzureSignIn);
      expect(status).toBe(302);
    }
    const refused = await begin();
    expect([refused.status, refused.json.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    // A person is shown a page.
    const person = await begin({ 'sec-fetch-mode': 'navigate' });
    expect(person.headers.location).toBe('/auth/error?message=too-many-sign-ins');
    expect(await keptRequests()).toBe(capacity);
    expect((await begin({ 'x-forwarded-for': '198.51.100.7:1' })).status).toBe(302);
    expect((await begin({ 'x-forwarded-for': 'unknown' })).status).toBe(302);
  });
});
