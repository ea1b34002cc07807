import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { TrailVerification } from '@tenantry/contract/audit-trail';
import { getSession, signInLocally } from '@tenantry/contract/auth';
import { saveCredentials, testConnection } from '@tenantry/contract/connections';
import { type Drift, getDrift } from '@tenantry/contract/drift';
import type { Endpoint } from '@tenantry/contract/endpoint';
import { type Finding, listFindings, withdrawAcceptance } from '@tenantry/contract/findings';
import { saveGraphSettings } from '@tenantry/contract/graph-tools';
import { finishMicrosoftSignIn, startMicrosoftSignIn } from '@tenantry/contract/microsoft-sign-in';
import { changeAdminSettings, changeRoleMapping } from '@tenantry/contract/role-mappings';
import { cancelScanRun } from '@tenantry/contract/scan-runs';
import { getScan, startScan } from '@tenantry/contract/scans';
import { setTenantSchedule } from '@tenantry/contract/tenant-schedules';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Call } from '../../api/testing/test-app.ts';
import { administrator } from '../../local/stack/api-session.ts';
import { ferncliffe, harrowgate, ownApp, settingsChange, staffUsername, tenantIds } from './fixture-inputs.ts';
import { unpackFolder } from './folder-archive.ts';
import { type OpenedDataFolder, openDataFolder } from './open-data-folder.ts';
import { type Manifest, readBack } from './read-back.ts';

const folders = join(import.meta.dirname, 'data-folders');
type AuditOfThen = Manifest['found']['audits'][string] & { overallStatus?: string };

/** The leases of what ran then are over, and nothing has ended that ends by its time: declarations, acceptances, logs. */
const openedAfterMs = 120_000;

describe.each(readdirSync(folders))('a data folder written at %s', (version) => {
  const expected: Manifest = JSON.parse(
    brotliDecompressSync(readFileSync(join(folders, version, 'expected.json.br'))).toString('utf8'),
  );
  const { months } = expected.trail;
  const inTenant = (domain: string) => expected.found.tenants.find((tenant) => tenant.domain === domain)?.id ?? '';
  let dataDir: string;
  let opened: OpenedDataFolder;
  let cookie: string;
  let found: Manifest['found'];
  let trailAtOpening: TrailVerification;

  beforeAll(async () => {
    vi.useFakeTimers({
      toFake: ['Date'],
      shouldAdvanceTime: true,
      now: Date.parse(expected.recordedAt) + openedAfterMs,
    });
    dataDir = mkdtempSync(join(tmpdir(), 'tenantry-upgrade-'));
    unpackFolder(readFileSync(join(folders, version, 'data-folder.br')), dataDir);
    opened = await openDataFolder(dataDir);
    trailAtOpening = await opened.trail.verify();
    const { username, password } = administrator;
    const answer = await opened.app.call(signInLocally, { body: { username, password } });
    if (!answer.cookie) throw new Error(`The password of then does not let in: ${answer.text}`);
    cookie = answer.cookie;
    found = await readBack(opened.getAs(cookie));
  }, 120_000);
  afterAll(async () => {
    await opened?.close();
    rmSync(dataDir, { recursive: true, force: true });
    vi.useRealTimers();
  });

  const { activities, ...lists } = expected.found;
  // The words of an audit's status were others; as stored they are in the summaries.
  const audits = Object.entries(lists.audits).map(([id, { overallStatus: _, ...audit }]: [string, AuditOfThen]) => [
    id,
    audit,
  ]);
  // The redirect URI is of the origin, whatever was stored.
  const { redirectUri: _, ...registration }: Manifest['found']['registration'] & { redirectUri?: string } =
    lists.registration;
  const before = { ...lists, audits: Object.fromEntries(audits), registration };
  it.each(Object.keys(lists) as (keyof typeof lists)[])('gives back its %s', (name) => {
    // A field that the API tells since then may stand beside what was there.
    expect(found[name]).toMatchObject(before[name]);
  });

  it('gives back its activities, below those of today', () => {
    const known = new Set(activities.map(({ id }) => id));
    const stillThere = found.activities.filter(({ id }) => known.has(id));
    // The list shows the newest alone: signing in may have pushed the oldest out of it.
    expect(stillThere.length).toBeGreaterThanOrEqual(activities.length - 1);
    expect(stillThere).toEqual(activities.slice(0, stillThere.length));
  });

  it('has every entry of its trail', () => {
    const entries = Object.values(expected.trail.entries).reduce((sum, count) => sum + count, 0);
    expect(trailAtOpening).toMatchObject({ status: 'whole', entries, blocks: expected.trail.blocks, problems: [] });
    // Nothing of then is sealed, so that is said of it.
    expect(trailAtOpening.anchored).toMatchObject({ isSealed: false });
    expect(trailAtOpening.notes).toHaveLength(1);
  });

  it('keeps the session of a browser that was signed in', async () => {
    const answer = await opened.app.call(getSession, { cookie: expected.cookie });
    expect(answer.json).toMatchObject({ success: true, user: { id: expected.found.administrator.id } });
  });

  it('lets its people of Microsoft in, as who they were', async () => {
    const { app, microsoft } = opened;
    const start = await app.call(startMicrosoftSignIn);
    const back = await microsoft.visit(start.headers.location ?? '', { username: staffUsername });
    const answer = await app.call(finishMicrosoftSignIn, { query: back, cookie: start.cookie ?? '' });
    const { id, role, username } = expected.staff;
    expect(answer.json).toMatchObject({ next: 'signed-in', id, role, username });
  });

  it('finishes the scan and the entries of the trail that were under way', async () => {
    const { scanLogId, trailEntries } = expected.unfinished;
    await opened.tick();
    const { json: scan } = await opened.app.call(getScan, { params: { scanLogId }, cookie });
    expect(scan).toMatchObject({ status: 'completed', errorMessage: null });
    expect(await opened.trail.entryIds(months)).toEqual(expect.arrayContaining(trailEntries));
    expect(await opened.trail.verify()).toMatchObject({
      status: 'whole',
      problems: [],
      anchored: { isSealed: true },
      notes: [],
    });
  });

  it.each([ferncliffe.domain, harrowgate.domain])('opens the secret with which %s is reached', async (domain) => {
    const { app, microsoft } = opened;
    microsoft.cloud.entra.change({ tenantId: domain, consent: 'granted' });
    const answer = await app.call(testConnection, { params: { tenantId: inTenant(domain) }, cookie });
    expect(answer.json).toMatchObject({ test: { ok: true, code: null } });
  });

  it('lets a tenant of then be scanned: findings stay what they were, and its settings are compared with those of now', async () => {
    const { app, microsoft } = opened;
    const tenantId = tenantIds.weak;
    // What had been changed then, and one change since.
    microsoft.cloud.changeTenant(tenantId, settingsChange.change, settingsChange.by);
    const since = { kind: 'setting', setting: 'sharepoint', set: { sharingCapability: 'disabled' } } as const;
    microsoft.cloud.changeTenant(tenantId, since);
    const { json: started } = await app.call(startScan, { body: { tenant_id: tenantId }, cookie });
    await app.drainQueue();
    const { json: scan } = await app.call(getScan, { params: { scanLogId: String(started.scanLogId) }, cookie });
    expect(scan.status).toBe('completed');

    const answer = await app.call(listFindings, { query: { limit: '200' }, tenantId, cookie });
    const now = new Map((answer.json.items as Finding[]).map((finding) => [finding.id, finding]));
    const before = expected.found.findings.filter((finding) => finding.tenantId === tenantId);
    for (const { id, firstDetected, status, acceptance } of before) {
      expect(now.get(id), id).toMatchObject({ firstDetected });
      if (status === 'accepted' || status === 'in-progress') expect(now.get(id)).toMatchObject({ status, acceptance });
    }
    const drift = (await app.call(getDrift, { query: { tenantId }, cookie })).json as Drift;
    expect(drift.from?.scanLogId).toBe(expected.found.scans[tenantId]?.[0]?.scanLogId);
    expect(drift.settings.map(({ dataset, path, after }) => [dataset, path, after])).toEqual([
      // Since then the simulated tenant has an agent, and the service that reads its configuration.
      ['roles', [], 'assignment: active; holder: agentIdentity'],
      ['roles', [], 'assignment: active; holder: servicePrincipal'],
      ['sharepointSettings', ['sharingCapability'], 'disabled'],
    ]);
    expect(drift.notComparable.filter(({ dataset }) => dataset === 'settings')).toEqual([]);
  });

  const acceptedId = expected.found.findings.find(({ status }) => status === 'accepted')?.id ?? '';
  const [mapping] = expected.found.roleMappings;
  const { clientId, tenantId } = expected.found.registration;
  const changes: [what: string, endpoint: Endpoint, call: Call][] = [
    [
      'a tenant',
      setTenantSchedule,
      {
        params: { id: tenantIds.good },
        body: { schedule: { frequency: 'daily', hour: 5, timeZone: 'America/New_York' } },
      },
    ],
    ['a run', cancelScanRun, { params: { runId: expected.found.runs[0]?.runId ?? '' } }],
    ['a finding', withdrawAcceptance, { params: { findingId: acceptedId } }],
    [
      'a role mapping',
      changeRoleMapping,
      { params: { id: mapping?.id ?? '' }, body: { m365Role: mapping?.m365Role, localRole: 'viewer' } },
    ],
    ['a switch', changeAdminSettings, { body: { role_sync_enabled: !expected.found.settings.role_sync_enabled } }],
    ['the registration', saveGraphSettings, { body: { clientId, tenantId } }],
    [
      'a credential',
      saveCredentials,
      {
        tenantId: inTenant(harrowgate.domain),
        body: { ...ownApp, tenantId: harrowgate.id, useMock: false, environment: 'Test' },
      },
    ],
  ];
  it.each(changes)('lets %s of then be changed, and goes on with its trail', async (_, endpoint, call) => {
    const { app, trail } = opened;
    const before = await trail.verify();
    const answer = await app.call(endpoint, { ...call, cookie });
    expect([answer.status, answer.json.message]).toEqual([200, undefined]);
    const after = await trail.verify();
    expect(after).toMatchObject({ entries: before.entries + 1, blocks: before.blocks + 1, problems: [] });
  });
});
