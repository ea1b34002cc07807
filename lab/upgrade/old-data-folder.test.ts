import type { TrailVerification } from '@tenantry/contract/audit-trail';
import { getSession } from '@tenantry/contract/auth';
import { saveCredentials, testConnection } from '@tenantry/contract/connections';
import { type Drift, getDrift } from '@tenantry/contract/drift';
import type { Endpoint } from '@tenantry/contract/endpoint';
import { type Finding, listFindings, withdrawAcceptance } from '@tenantry/contract/findings';
import { saveGraphSettings } from '@tenantry/contract/graph-tools';
import { finishMicrosoftSignIn, startMicrosoftSignIn } from '@tenantry/contract/microsoft-sign-in';
import { changeAdminSettings, changeRoleMapping } from '@tenantry/contract/role-mappings';
import { cancelScanRun } from '@tenantry/contract/scan-runs';
import { getScan } from '@tenantry/contract/scans';
import { setTenantSchedule } from '@tenantry/contract/tenant-schedules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../api/testing/test-app.ts';
import { ferncliffe, harrowgate, ownApp, settingsChange, staffUsername, tenantIds } from './fixture-inputs.ts';
import type { OpenedDataFolder } from './open-data-folder.ts';
import { manifestOf, openVersion, scanNow, signInAsAdministrator, versions } from './opened-version.ts';
import { type Manifest, readBack } from './read-back.ts';

type AuditOfThen = Manifest['found']['audits'][string] & { overallStatus?: string; criticalIssues?: number };
type FindingOfThen = Manifest['found']['findings'][number] & { countsWith?: number };

/** What the simulated cloud has had since: a stack of these versions saw no agent, nor the service that reads configuration. */
const withoutAgents: readonly string[] = ['23d8275'];
/** These versions put no seal on their trail. */
const withoutSeals: readonly string[] = ['23d8275'];

describe.each(versions)('a data folder written at %s', (version) => {
  const expected = manifestOf(version);
  const { months } = expected.trail;
  const inTenant = (domain: string) => expected.found.tenants.find((tenant) => tenant.domain === domain)?.id ?? '';
  let opened: OpenedDataFolder;
  let cookie: string;
  let found: Manifest['found'];
  let trailAtOpening: TrailVerification;

  beforeAll(async () => {
    opened = await openVersion(version);
    trailAtOpening = await opened.trail.verify();
    cookie = await signInAsAdministrator(opened);
    found = await readBack(opened.getAs(cookie));
  }, 240_000);
  afterAll(() => opened?.close());

  const { activities, ...lists } = expected.found;
  // The words of an audit's status were others; as stored they are in the summaries. What counts is for the code of the day.
  const audits = Object.entries(lists.audits).map(
    ([id, { overallStatus: _, criticalIssues: __, ...audit }]: [string, AuditOfThen]) => [id, audit],
  );
  // The redirect URI is of the origin, whatever was stored.
  const { redirectUri: _, ...registration }: Manifest['found']['registration'] & { redirectUri?: string } =
    lists.registration;
  const findings = lists.findings
    .map(({ countsWith: _, ...finding }: FindingOfThen) => finding)
    .toSorted((a, b) => a.id.localeCompare(b.id));
  const before = { ...lists, findings, audits: Object.fromEntries(audits), registration };
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
    // Where nothing of then is sealed, that is said of it.
    const isSealed = !withoutSeals.includes(version);
    expect(trailAtOpening.anchored).toMatchObject({ isSealed });
    expect(trailAtOpening.notes).toHaveLength(isSealed ? 0 : 1);
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
    expect(await scanNow(opened, tenantId, cookie)).toBe('completed');

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
      ...(withoutAgents.includes(version)
        ? [
            ['roles', [], 'assignment: active; holder: agentIdentity'],
            ['roles', [], 'assignment: active; holder: servicePrincipal'],
          ]
        : []),
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
