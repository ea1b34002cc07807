import { criticalProfile } from '@tenantry/simulator/profiles/critical-profile';
import { listOf, openGraphSession } from '@tenantry/simulator/testing/graph-session';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { good, openAudits, weak } from './testing/audited.ts';

let audits: Awaited<ReturnType<typeof openAudits>>;
beforeAll(async () => {
  audits = await openAudits();
});
afterAll(() => audits.close());

const critical = { id: criticalProfile.id, domain: criticalProfile.domain };
/** Whether Tenant Configuration Management was asked for anything in a tenant. */
const wasAsked = (id: string) =>
  audits.cloud
    .requestCounts()
    .some(({ tenantId, path }) => tenantId === id && path.includes('/configurationManagement/'));
async function jobsIn(id: string): Promise<unknown[]> {
  const session = await openGraphSession(audits.cloud, id);
  return listOf(await session.get('/admin/configurationManagement/configurationSnapshotJobs'));
}
type Verdicts = { verdicts: { checkId: string; status: string; message: string; needsFeature?: string }[] };
const verdictOf = (folder: string, checkId: string) =>
  (audits.json(`${folder}/audit.json`) as Verdicts).verdicts.find((one) => one.checkId === checkId);

test('without the option nothing is created in the tenant, and the reason is told', async () => {
  await audits.audit(`--tenant ${good.domain} --out without --format json`);
  expect(wasAsked(good.id)).toBe(false);
  expect(verdictOf('without', 'exo.lockbox')).toMatchObject({
    status: 'couldNotCheck',
    message: expect.stringContaining('--with-tenant-configuration'),
    needsFeature: 'tenantConfiguration',
  });
});

test('with it a snapshot is taken, read and deleted', async () => {
  const { progress } = await audits.audit(
    `--tenant ${good.domain} --out with --format json --with-tenant-configuration`,
  );
  expect(progress).toContain('mail flow rules: read');
  expect(verdictOf('with', 'exo.lockbox')?.status).toBe('pass');
  expect(await jobsIn(good.id)).toEqual([]);
});

test('in a tenant that is not set up for it no job is asked for', async () => {
  await audits.audit(`--tenant ${critical.domain} --out none --format json --with-tenant-configuration`);
  expect(wasAsked(critical.id)).toBe(false);
  expect(verdictOf('none', 'exo.lockbox')?.message).toContain('service principal');
});

test('one that is stopped while Microsoft takes the snapshot leaves no job behind', async () => {
  audits.cloud.configure(weak.id, { polls: null });
  const stop = new AbortController();
  const run = audits.audit(`--tenant ${weak.domain} --out stopped --format json --with-tenant-configuration`, {
    signal: stop.signal,
  });
  await vi.waitUntil(async () => (await jobsIn(weak.id)).length > 0, { timeout: 20_000 });
  stop.abort(new Error('SIGINT'));
  await expect(run).rejects.toThrow('SIGINT');
  expect(await jobsIn(weak.id)).toEqual([]);
});
