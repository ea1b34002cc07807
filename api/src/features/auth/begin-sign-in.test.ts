import { finishMicrosoftSignIn, startAzureSignIn, startMicrosoftSignIn } from '@tenantry/contract/microsoft-sign-in';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MicrosoftCloud, startMicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openTableStateStore } from '../../adapters/azure-storage/table-state-store.ts';
import { buckets } from '../../domain/attempts/attempt-buckets.ts';
import type { OAuthRequestEntity } from '../../domain/connection/oauth-requests.ts';

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

  it('is not held up where an office of many colleagues signs in from one address', async () => {
    await app.registerAdmin();
    const [{ userPrincipalName: username = '' } = {}] = microsoft.cloud
      .usersOf(microsoft.staffTenantId)
      .filter(({ kind }) => kind === 'administrator');
    for (let n = 0; n < buckets.begun.capacity + 5; n += 1) {
      const begun = await begin();
      const query = await microsoft.visit(begun.headers.location ?? '', { username });
      const ended = await app.call(finishMicrosoftSignIn, { query, cookie: begun.cookie ?? '' });
      expect([n, ended.status]).toEqual([n, 200]);
    }
  });

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
