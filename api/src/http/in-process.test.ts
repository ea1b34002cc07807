import type { Endpoint } from '@tenantry/contract/endpoint';
import { endpoints } from '@tenantry/contract/endpoints';
import { downloadFindings, listFindings } from '@tenantry/contract/findings';
import { getReportLogo } from '@tenantry/contract/report-settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fittingCall } from '../../testing/fitting-calls.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { routesOf } from '../routes.ts';
import type { Caller } from './caller.ts';
import { createInProcessCalls, type InProcessCalls } from './in-process.ts';
import type { RequestFacts } from './route.ts';

/** Each ends or begins what the same call could not be compared with: a session, work that goes on, or something of one name. */
const once = [
  ...['auth-logout', 'profile-sessions-end', 'system-health-check', 'audit-trail-verify'],
  'profile-token-make',
  // A GET that changes something asks for a header of our own pages.
  'client-summary',
];
const compared = endpoints.filter(
  ({ name, access, files, navigation }) =>
    access !== 'public' && files.length === 0 && !navigation && !once.includes(name),
);

describe('a call within the process', () => {
  let app: TestApp;
  let own: string;
  let foreign: string;
  let viewer: { cookie: string; calls: InProcessCalls };
  let technician: { cookie: string; calls: InProcessCalls };

  async function callsOf(role: Caller['role']): Promise<{ cookie: string; calls: InProcessCalls }> {
    const cookie = await app.signInAs(role, { kind: 'tenants', tenantIds: [own] });
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    const facts: RequestFacts = {
      id: 'outer',
      clientAddress: '203.0.113.7',
      cookie: (asked) => (asked === name ? value : undefined),
      header: (asked) => (asked === 'x-forwarded-for' ? '203.0.113.7:50000' : null),
    };
    const { sessions, config, clock, telemetry, stores, prepare } = app.app;
    const caller = await sessions.identify(facts);
    if (!caller) throw new Error('Nobody is signed in');
    const { publicOrigin, trustedProxies } = config;
    const { tenants, tenantGroups } = stores;
    const within = { publicOrigin, trustedProxies, ready: prepare, tenants, tenantGroups, clock, telemetry };
    return { cookie, calls: createInProcessCalls(routesOf(app.app), within)(caller, facts) };
  }

  beforeAll(async () => {
    app = await createTestApp();
    [own = '', foreign = ''] = await app.tenantIds();
    viewer = await callsOf('viewer');
    technician = await callsOf('technician');
  });
  afterAll(() => app.close());

  async function compare(endpoint: Endpoint, { cookie, calls }: typeof viewer, tenantId: string): Promise<void> {
    const call = fittingCall(endpoint, tenantId);
    const over = await app.call(endpoint, { ...call, cookie });
    const within = await calls(endpoint, call);
    expect([endpoint.name, within.status, within.ok]).toEqual([endpoint.name, over.status, over.status < 400]);
    if (!within.ok) expect([within.error.code, within.error.message]).toEqual([over.json.code, over.json.message]);
  }

  it('is refused or answered as over HTTP: by role, scope and tenant, whichever call it is', async () => {
    for (const endpoint of compared) {
      await compare(endpoint, viewer, own);
      await compare(endpoint, viewer, foreign);
      await compare(endpoint, technician, foreign);
    }
    expect(compared.length).toBeGreaterThan(120);
  });

  it('is told what is wrong with its input', async () => {
    const answer = await viewer.calls(listFindings, { query: { limit: 1000, severity: 'worst' }, tenantId: own });
    expect(answer).toMatchObject({ ok: false, status: 400, error: { code: 'INVALID_INPUT' } });
    const unreadable = await viewer.calls(listFindings, { query: { search: 'x\u202ey' } });
    expect(unreadable).toMatchObject({ ok: false, status: 400 });
    const named = await viewer.calls(listFindings, { tenantId: 'Contoso' });
    expect(named).toMatchObject({ ok: false, status: 400 });
  });

  it('passes over what is not asked for, and cannot fetch a file', async () => {
    const answer = await viewer.calls(listFindings, { query: { search: undefined, limit: 1 }, tenantId: own });
    expect(answer).toMatchObject({ ok: true, status: 200, value: { items: [], total: 0 } });
    // Refused by role before anything is fetched: 403, as every call that a role may not make.
    expect(await viewer.calls(getReportLogo, {})).toMatchObject({ ok: false, status: 403 });
    const file = viewer.calls(downloadFindings, { params: { id: own }, query: { format: 'csv' } });
    await expect(file).rejects.toThrow('findings-download answers with a file');
  });
});
