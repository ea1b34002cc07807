import { clientHeader, type Endpoint } from '@tenantry/contract/endpoint';
import { endpoints } from '@tenantry/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everythingStored } from '../../testing/everything-stored.ts';
import { type MicrosoftCloud, startMicrosoftCloud } from '../../testing/microsoft-cloud.ts';
import { type Call, createTestApp, publicOrigin, type TestApp } from '../../testing/test-app.ts';

// Beginning a sign-in keeps a request for the browser that asks, which nobody else can use: it changes nothing of anyone.
const beginsSignIn = ['auth-microsoft', 'auth-azure', 'client-microsoft'];
const gets = endpoints.filter(({ method, name }) => method === 'GET' && !beginsSignIn.includes(name));
const changing = gets.filter(({ changes }) => changes).map((endpoint) => [endpoint.name, endpoint] as const);

describe('a GET', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  let cookie: string;
  let tenantId: string;
  beforeAll(async () => {
    microsoft = await startMicrosoftCloud();
    app = await createTestApp(microsoft.settings);
    cookie = await app.signInAs('admin', { kind: 'all' });
    [tenantId = ''] = await app.tenantIds();
  });
  afterAll(async () => {
    await app.close();
    await microsoft.close();
  });

  /** What fits the most endpoints; one that finds nothing there reads all the same. */
  function inputOf(endpoint: Endpoint): Call {
    const known: Record<string, string> = { syncType: 'audit-run', framework: 'cis-m365' };
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const params = Object.fromEntries(names.map((name) => [name, known[name] ?? tenantId]));
    const query: Record<string, string> = endpoint.tenant.from === 'query' ? { tenantId } : {};
    return { params, query, tenantId, cookie };
  }

  it.each(endpoints.filter(({ navigation }) => navigation).map((endpoint) => [endpoint.name, endpoint] as const))(
    'of %s, to which the browser itself goes, is no picture and no frame',
    async (_, endpoint) => {
      const statusOf = async (target: string) =>
        (await app.call(endpoint, { ...inputOf(endpoint), headers: { 'sec-fetch-dest': target } })).status;
      expect([await statusOf('image'), await statusOf('iframe'), await statusOf('document')]).toEqual([403, 403, 302]);
    },
  );

  it('that writes is declared as one that changes something', async () => {
    const writing: string[] = [];
    let before = await everythingStored(app);
    for (const endpoint of gets) {
      await app.call(endpoint, inputOf(endpoint));
      const after = await everythingStored(app);
      if (after.join() !== before.join()) writing.push(endpoint.name);
      before = after;
    }
    const declared = changing.map(([name]) => name);
    expect(writing.filter((name) => !declared.includes(name))).toEqual([]);
    expect(writing).toEqual(expect.arrayContaining(['partner-sync', 'connect-start']));
  });

  it.each(changing)('of %s, which changes something, is taken from our own pages alone', async (_, endpoint) => {
    const statusOf = async (sent: Record<string, string>) => {
      const none = { origin: '', 'sec-fetch-site': '', [clientHeader.name]: '' };
      return (await app.call(endpoint, { ...inputOf(endpoint), headers: { ...none, ...sent } })).status;
    };
    const ours = { [clientHeader.name]: clientHeader.value };
    const refused: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'same-site' },
      { ...ours, 'sec-fetch-site': 'none' },
      { ...ours, 'sec-fetch-site': 'cross-site' },
      { ...ours, origin: 'https://evil.example' },
      { [clientHeader.name]: 'XMLHttpRequest' },
      { referer: 'https://evil.example/' },
      { referer: `https://evil.example/?${publicOrigin}/` },
    ];
    for (const headers of refused) expect([headers, await statusOf(headers)]).toEqual([headers, 403]);
    expect(await statusOf(ours)).not.toBe(403);
    // A script of ours adds our header. The browser itself adds none, but says which page it comes from.
    const fromOurPage = await Promise.all([
      statusOf({ 'sec-fetch-site': 'same-origin' }),
      statusOf({ referer: `${publicOrigin}/admin/tenants` }),
    ]);
    expect(fromOurPage).toEqual(endpoint.navigation ? [302, 302] : [403, 403]);
  });
});
