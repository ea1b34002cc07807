import { generateReport } from '@tenantry/contract/generated-reports';
import {
  changeReportSettings,
  chooseReportTimeZone,
  getReportSettings,
  getReportTimeZone,
} from '@tenantry/contract/report-settings';
import { startScan } from '@tenantry/contract/scans';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const weak = weakProfile.id;
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0L40 10"/></svg>';
const logo = { contentType: 'image/svg+xml', base64: Buffer.from(svg).toString('base64') };

describe('the settings of reports', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp({ ORGANIZATION_NAME: 'Configured Services' });
    cookie = await app.registerAdmin();
  });
  afterEach(() => app.close());

  const read = async () => (await app.call(getReportSettings, { cookie })).json;
  const change = (body: object) => app.call(changeReportSettings, { body, cookie });
  const zoneOf = async () => (await app.call(getReportTimeZone, { params: { id: weak }, cookie })).json;
  const chooseZone = (timeZone: string | null, by = cookie) =>
    app.call(chooseReportTimeZone, { params: { id: weak }, body: { timeZone }, cookie: by });
  async function printed() {
    const rendering = vi.spyOn(app.app.reportQueue, 'renderJob').mockResolvedValue(new Uint8Array([1]));
    await app.call(startScan, { body: { tenant_id: weak }, cookie });
    await app.drainQueue();
    await app.call(generateReport, { body: { tenantId: weak }, cookie });
    await app.drainQueue();
    return rendering.mock.calls[0]?.[0];
  }

  it('are none until somebody chooses, and reports then have the configured name, no logo and UTC', async () => {
    expect(await read()).toEqual({
      ...{ organizationName: null, color: null, logo: null, timeZone: null },
      ...{ revision: 0, updatedAt: null, updatedBy: null },
    });
    expect(await printed()).toMatchObject({
      timeZone: 'UTC',
      branding: { color: null, logo: null },
      preparedBy: { organization: 'Configured Services' },
      scoreHistory: [{ at: expect.any(String), score: expect.any(Number) }],
    });
  });

  it('are printed on each report, and what is left out of a change stays as it is', async () => {
    await change({ revision: 0, organizationName: ' Northwind ', color: '#0F6CBD', logo, timeZone: 'Europe/Berlin' });
    const { json } = await change({ revision: 1, organizationName: 'Northwind Services' });
    const kept = { contentType: 'image/svg+xml', base64: expect.any(String), width: 40, height: 10 };
    const settings = {
      organizationName: 'Northwind Services',
      color: '#0f6cbd',
      logo: kept,
      timeZone: 'Europe/Berlin',
    };
    expect(json).toMatchObject({ ...settings, revision: 2, updatedBy: 'ada' });
    expect(await read()).toEqual(json);
    expect(await printed()).toMatchObject({
      timeZone: 'Europe/Berlin',
      branding: { color: '#0f6cbd', logo: kept },
      preparedBy: { organization: 'Northwind Services' },
    });
    expect((await change({ revision: 2, logo: null, color: null, organizationName: null })).json).toMatchObject({
      ...{ organizationName: null, color: null, logo: null, timeZone: 'Europe/Berlin' },
    });
  });

  it('are changed by nobody who has not seen the last change, and once where the same is sent twice', async () => {
    const both = await Promise.all([
      change({ revision: 0, organizationName: 'One' }),
      change({ revision: 0, organizationName: 'Other' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const same = await Promise.all([1, 2].map(() => change({ revision: 1, color: '#123456' })));
    expect(same.map(({ json }) => json.revision)).toEqual([2, 2]);
  });

  it('take no logo that runs or is broken, no time zone that nobody knows and no color that is none, each at its field', async () => {
    const script = Buffer.from(svg.replace('<path', '<script/><path')).toString('base64');
    for (const [body, path] of [
      [{ logo: { ...logo, base64: script } }, 'logo'],
      [{ logo: { contentType: 'image/png', base64: logo.base64 } }, 'logo'],
      [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
      [{ timeZone: '+02:00' }, 'timeZone'],
      [{ color: 'red' }, 'color'],
    ] as const) {
      const answer = await change({ revision: 0, ...body });
      expect([answer.status, answer.json.fields]).toMatchObject([400, [{ path }]]);
    }
    expect((await read()).revision).toBe(0);
  });

  it('are for administrators of all organizations', async () => {
    for (const by of [
      await app.signInAs('technician', { kind: 'all' }),
      await app.signInAs('admin', { kind: 'tenants', tenantIds: [weak] }),
    ]) {
      expect((await app.call(getReportSettings, { cookie: by })).status).toBe(403);
      expect((await app.call(changeReportSettings, { body: { revision: 0 }, cookie: by })).status).toBe(403);
    }
  });

  it('name a time zone as everybody knows it, in whatever case it was typed', async () => {
    await change({ revision: 0, timeZone: 'europe/berlin' });
    expect(await zoneOf()).toEqual({ timeZone: null, inForce: 'Europe/Berlin' });
    expect((await chooseZone('utc')).json).toEqual({ timeZone: 'UTC', inForce: 'UTC' });
    expect((await chooseZone('Asia/Kolkata')).json).toMatchObject({ timeZone: 'Asia/Kolkata' });
  });

  it('give way to the time zone of a tenant, which falls back to theirs, and that to UTC', async () => {
    expect(await zoneOf()).toEqual({ timeZone: null, inForce: 'UTC' });
    await change({ revision: 0, timeZone: 'Europe/Berlin' });
    expect(await zoneOf()).toEqual({ timeZone: null, inForce: 'Europe/Berlin' });
    expect((await chooseZone('Asia/Tokyo')).json).toEqual({ timeZone: 'Asia/Tokyo', inForce: 'Asia/Tokyo' });
    expect(await printed()).toMatchObject({ timeZone: 'Asia/Tokyo' });
    expect((await chooseZone(null)).json).toEqual({ timeZone: null, inForce: 'Europe/Berlin' });
    expect((await chooseZone('Nowhere/Land')).status).toBe(400);
    const technician = await app.signInAs('technician', { kind: 'all' });
    expect((await chooseZone('Asia/Tokyo', technician)).status).toBe(403);
    const other = await app.signInAs('admin', { kind: 'tenants', tenantIds: [goodProfile.id] });
    expect((await chooseZone('Asia/Tokyo', other)).status).toBe(404);
  });
});
