import { saveCredentials } from '@tenantry/contract/connections';
import { saveGraphSettings } from '@tenantry/contract/graph-tools';
import { checkHealthNow, getSystemHealth, type ReadinessItem, type SystemHealth } from '@tenantry/contract/health';
import { startScan } from '@tenantry/contract/scans';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MicrosoftCloud, startMicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { timerNames } from '../../domain/timer-runs/timer-names.ts';
import { UnavailableError } from '../../ports/unavailable.ts';
import { createReadiness } from './readiness.ts';
import { installationItems, settingRows } from './readiness-installation.ts';

const dayMs = 24 * 3_600_000;
const clientId = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';

const itemsOf = ({ readiness }: Pick<SystemHealth, 'readiness'>) => readiness.groups.flatMap(({ items }) => items);

describe('whether everything is in place', () => {
  let app: TestApp;
  let cookie: string;
  let microsoft: MicrosoftCloud;
  beforeEach(async () => {
    microsoft = await startMicrosoftCloud();
    app = await createTestApp(microsoft.settings);
    cookie = await app.registerAdmin();
  });
  afterEach(async () => {
    await app.close();
    await microsoft.close();
  });

  const ask = async () => (await app.call(getSystemHealth, { cookie })).json as unknown as SystemHealth;
  async function item(id: string): Promise<ReadinessItem> {
    const found = itemsOf(await ask()).find((one) => one.id === id);
    if (found === undefined) throw new Error(`${id} is not told`);
    return found;
  }

  it('is not known of services before the first probe, and nothing that is not known is called ready', async () => {
    const { checkedAt, readiness } = await ask();
    expect(checkedAt).toBeNull();
    const services = readiness.groups.find(({ id }) => id === 'services')?.items ?? [];
    expect(services.map(({ state }) => state)).toEqual(Array(7).fill('unknown'));
    expect(services[0]?.action).toBe('Check now.');
    for (const id of [
      'queue.scan-work',
      'queue.upkeep',
      'trail',
      'alerts',
      ...timerNames.map((name) => `timer.${name}`),
    ])
      expect(await item(id), id).toMatchObject({ state: 'unknown' });
  });

  it('is probed once where two ask at the same time, and tells the response times', async () => {
    const answers = await Promise.all([1, 2].map(() => app.call(checkHealthNow, { cookie })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, two] = answers.map(({ json }) => json as unknown as SystemHealth);
    expect(one?.checkedAt).not.toBeNull();
    expect(two?.checkedAt).toBe(one?.checkedAt);
    // Right after it, who asks again gets that one.
    expect(((await app.call(checkHealthNow, { cookie })).json as unknown as SystemHealth).checkedAt).toBe(
      one?.checkedAt,
    );
    expect(await item('service.records')).toMatchObject({
      state: 'ready',
      message: expect.stringMatching(/^Answered in \d+ ms\.$/),
    });
    expect(await item('queue.scan-work')).toMatchObject({ state: 'ready', message: '0 waiting, none given up.' });
  });

  it('names the service that does not answer, with what to do', async () => {
    await microsoft.close();
    await app.app.health.probeAll();
    const graph = await item('service.microsoft-graph');
    expect(graph).toMatchObject({ state: 'attention', docs: 'docs/operate.md, health-failing' });
    expect(graph.action).toContain('graph.microsoft.com');
    expect(await item('service.vault')).toMatchObject({ state: 'ready' });
    // One probe has failed, and nothing is said of others.
    expect(await item('alert.health-failing')).toMatchObject({
      state: 'attention',
      message: 'A service that Tenantry needs does not answer.',
    });
    microsoft = await startMicrosoftCloud();
  });

  it('tells of messages that were given up', async () => {
    const { queue, health } = app.app;
    const given = { depth: async (name: string) => (name === 'upkeep-poison' ? 2 : 0) };
    const depth = queue.depth;
    queue.depth = given.depth;
    await health.probeAll();
    queue.depth = depth;
    expect(await item('queue.upkeep')).toMatchObject({
      state: 'attention',
      message: '2 messages failed five times and were given up.',
    });
    expect(await item('alert.poison-messages')).toMatchObject({ docs: 'docs/operate.md, poison-messages' });
  });

  it('does not know what queues and alerts are once the figures are old, nor of alerts whose figure is missing', async () => {
    await app.app.health.probeAll();
    const { mail, stores, trailVerification, timerRuns, vault } = app.app;
    const report = await app.app.health.report(undefined);
    const stateAt = async (clock: { now(): Date }, { metrics }: Pick<SystemHealth, 'metrics'>) => {
      const given = { ...stores, mail, trailVerification, timerRuns, vault, clock, settings: bare, timersOff: [] };
      const items = itemsOf({ readiness: await createReadiness(given)({ checks: report.checks, metrics }) });
      return Object.fromEntries(items.map(({ id, state }) => [id, state]));
    };
    const known = report.metrics.map((one) => ({ ...one, value: one.value ?? 0 }));
    const whole = { metrics: known };
    const fresh = { 'queue.scan-work': 'ready', 'queue.upkeep': 'ready', alerts: 'ready' };
    expect(await stateAt(app.app.clock, whole)).toMatchObject(fresh);
    const inAnHour = { now: () => new Date(Date.now() + 3_600_000) };
    const old = { 'queue.scan-work': 'unknown', 'queue.upkeep': 'unknown', alerts: 'unknown' };
    expect(await stateAt(inAnHour, whole)).toMatchObject(old);
    const without = known.filter(({ metric }) => metric !== 'secrets.ending');
    expect(await stateAt(app.app.clock, { metrics: without })).toMatchObject({ alerts: 'unknown' });
  });

  it('follows the app registration from nothing to a secret that ends, and one that the vault has lost', async () => {
    // The local stack registers itself at its start.
    const { graphApp } = app.app.stores.systemConfig;
    await graphApp.delete('graph-app');
    for (const id of ['registration.client', 'registration.secret'])
      expect(await item(id), id).toMatchObject({ state: 'attention', page: 'graphSettings' });
    expect(await item('registration.end')).toMatchObject({ state: 'unknown' });
    const save = (more: object) =>
      app.call(saveGraphSettings, { cookie, body: { clientId, tenantId: clientId, ...more } });
    await save({ clientSecret: 'ours' });
    expect(await item('registration.client')).toMatchObject({ state: 'ready' });
    expect(await item('registration.secret')).toMatchObject({ state: 'ready' });
    expect(await item('registration.end')).toMatchObject({ state: 'unknown', page: 'graphSettings' });
    const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
    for (const [days, state, message] of [
      [90, 'ready', 'It ends in more than 30 days.'],
      [12, 'attention', 'It expires in 12 days.'],
    ] as const) {
      await save({ secretExpiresAt: inDays(days) });
      expect(await item('registration.end')).toMatchObject({ state, message });
    }
    const { vault } = app.app;
    const stored = await graphApp.get('graph-app');
    const { get } = vault;
    vault.get = async (name) => (name === stored?.value.secretName ? null : get(name));
    expect(await item('registration.secret')).toMatchObject({
      state: 'attention',
      message: expect.stringContaining('vault'),
    });
    vault.get = get;
  });

  it('asks for a second administrator of all tenants, and for authenticator apps', async () => {
    expect(await item('administrators.second')).toMatchObject({ state: 'attention', page: 'users' });
    await app.signInAs('admin', { kind: 'tenants', tenantIds: [clientId] });
    expect(await item('administrators.second')).toMatchObject({ state: 'attention' });
    await app.signInAs('admin', { kind: 'all' });
    expect(await item('administrators.second')).toMatchObject({ state: 'ready' });
    expect(await item('administrators.authenticator')).toMatchObject({
      state: 'attention',
      message: '2 of 2 administrators with a password sign in without a second factor.',
    });
  });

  it('tells each timer by its name: what failed, what has been silent, what runs', async () => {
    const { timerRuns } = app.app;
    for (const name of timerNames) await timerRuns.started(name);
    await timerRuns.ended('health', []);
    await timerRuns.ended('leftovers', ['exports', 'anchor the trail']);
    expect(await item('timer.health')).toMatchObject({ state: 'ready', at: expect.any(String) });
    expect(await item('timer.leftovers')).toMatchObject({
      state: 'attention',
      message: 'Steps of its last run failed: exports; anchor the trail.',
    });
    expect(await item('timer.retention')).toMatchObject({
      state: 'unknown',
      message: 'Its first run has not ended yet.',
    });
    const { mail, stores, trailVerification, vault } = app.app;
    const inAnHour = { now: () => new Date(Date.now() + 3_600_000) };
    const settings = { ...bare, publicOrigin: 'http://localhost:4280' };
    const given = { ...stores, mail, trailVerification, vault, timerRuns, settings, clock: inAnHour };
    const later = createReadiness({ ...given, timersOff: ['leftovers'] });
    const items = itemsOf({ readiness: await later(await app.app.health.report(undefined)) });
    expect(items.find(({ id }) => id === 'timer.leftovers')).toMatchObject({
      state: 'unknown',
      message: 'It is switched off.',
    });
    for (const name of ['health', 'retention']) {
      const silent = items.find(({ id }) => id === `timer.${name}`);
      expect(silent).toMatchObject({ state: 'attention', message: expect.stringContaining('more than 30 minutes') });
    }
  });

  it('calls a timer silent that starts again and again and never ends', async () => {
    const { mail, stores, trailVerification, vault, clock } = app.app;
    const startedAt = clock.now().toISOString();
    const firstStartedAt = new Date(clock.now().getTime() - 3_600_000).toISOString();
    const run = { startedAt, firstStartedAt, endedAt: '', succeededAt: '', failedSteps: '' };
    const timerRuns = { latest: async () => new Map([['health', run]]) };
    const given = { ...stores, mail, trailVerification, vault, clock, settings: bare, timersOff: [] };
    const readiness = await createReadiness({ ...given, timerRuns })({ checks: [], metrics: [] });
    expect(itemsOf({ readiness }).find(({ id }) => id === 'timer.health')).toMatchObject({
      state: 'attention',
      message: 'It has not succeeded for more than 30 minutes.',
    });
  });

  it('is ready once a tenant was scanned, and tells of tenants whose scans fail or whose connection is lost', async () => {
    expect(await item('tenants.scanned')).toMatchObject({ state: 'attention', page: 'bulkScans' });
    expect(await item('tenants.permissions')).toMatchObject({ state: 'unknown' });
    const [tenantId] = await app.tenantIds();
    await app.call(startScan, { cookie, body: { tenant_id: tenantId } });
    await app.drainQueue();
    expect(await item('tenants.scanned')).toMatchObject({
      state: 'ready',
      message: '1 scan completed within the last day.',
    });
    expect(await item('tenants.permissions')).toMatchObject({ state: 'ready' });
    const { tenants, credentials } = app.app.stores;
    const stored = await tenants.get(String(tenantId));
    if (!stored) throw new Error('the tenant is gone');
    const scanFailing = { since: new Date().toISOString(), reason: 'Refused', cause: 'refused' as const };
    await tenants.replace({ ...stored.value, scanFailing }, stored.etag);
    expect(await item('tenants.permissions')).toMatchObject({ state: 'attention', page: 'overview' });
    const body = { clientId, clientSecret: 'a secret', tenantId, useMock: true, secretExpiresAt: null };
    expect((await app.call(saveCredentials, { body, tenantId: String(tenantId), cookie })).status).toBe(200);
    const own = credentials.of(String(tenantId));
    const credential = await own.get(`${tenantId}_graph`);
    if (!credential) throw new Error('there is no credential');
    await own.replace({ ...credential.value, reconnectSince: new Date().toISOString() }, credential.etag);
    expect(await item('tenants.connected')).toMatchObject({ state: 'attention', page: 'credentials' });
  });

  it('says of a part that does not answer that it is not known, and of the others what they are', async () => {
    const { mail, stores, trailVerification, timerRuns, clock } = app.app;
    const vault = { get: () => Promise.reject(new UnavailableError('vault', new Error('no answer'))) };
    await app.call(saveGraphSettings, { cookie, body: { clientId, tenantId: clientId, clientSecret: 'ours' } });
    const given = { ...stores, mail, trailVerification, timerRuns, vault, clock, settings: bare };
    const readiness = createReadiness({ ...given, timersOff: [] });
    const { groups } = await readiness({ checks: [], metrics: [] });
    const registration = groups.find(({ id }) => id === 'registration')?.items;
    expect(registration).toMatchObject([{ state: 'unknown', message: expect.stringContaining('could not be asked') }]);
    const tenants = groups.find(({ id }) => id === 'tenants')?.items ?? [];
    expect(tenants[0]).toMatchObject({ id: 'tenants.connected', state: 'ready' });
  });

  it('shows settings without a secret, and to administrators of all tenants alone', async () => {
    const text = JSON.stringify(await ask());
    expect(text).toContain('TRUSTED_PROXIES');
    for (const secret of [app.connectionString, 'AccountKey', 'scrypt']) expect(text).not.toContain(secret);
    const scoped = await app.signInAs('admin', { kind: 'tenants', tenantIds: [clientId] });
    for (const endpoint of [getSystemHealth, checkHealthNow]) {
      expect((await app.call(endpoint, { cookie: scoped })).status).toBe(403);
      expect((await app.call(endpoint)).status).toBe(401);
    }
  });
});

const bare = {
  publicOrigin: 'https://tenantry.example',
  isLoopback: false,
  isSimulated: false,
  staffDirectories: 1,
  admitsGuests: false,
  hasSetupCode: true,
  trustedProxies: 2,
  nodeVersion: 'v24.1.0',
  records: 'Cosmos DB (account.documents.azure.com)',
  vault: 'Key Vault (vault.vault.azure.net)',
  sessionCookie: '__Secure-tenantry',
  siteName: 'func-tenantry',
  region: 'West Europe',
  build: { version: '1.2.3', commit: 'abc' },
};

describe('how an installation is set up', () => {
  const stateOf = (settings: typeof bare, id: string) =>
    installationItems(settings).find((one) => one.id === id)?.state;

  it('needs an address that is encrypted, but on one machine', () => {
    expect(stateOf(bare, 'installation.origin')).toBe('ready');
    const plain = { ...bare, publicOrigin: 'http://tenantry.example' };
    expect(stateOf(plain, 'installation.origin')).toBe('attention');
    expect(stateOf({ ...plain, isLoopback: true }, 'installation.origin')).toBe('ready');
  });

  it('needs a staff directory', () => {
    expect(stateOf(bare, 'installation.staff')).toBe('ready');
    expect(stateOf({ ...bare, staffDirectories: 0 }, 'installation.staff')).toBe('attention');
  });

  it('is told with the build, and leaves out what is not known', () => {
    const labels = (settings: Parameters<typeof settingRows>[0]) => settingRows(settings).map(({ label }) => label);
    expect(labels(bare)).toEqual(expect.arrayContaining(['Version', 'Commit', 'Region', 'Function app']));
    const here = labels({ ...bare, siteName: null, region: null, build: null });
    for (const label of ['Version', 'Commit', 'Region', 'Function app']) expect(here).not.toContain(label);
  });
});
