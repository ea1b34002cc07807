import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSession } from '@tenantry/contract/auth';
import { listFindings } from '@tenantry/contract/findings';
import { startScan } from '@tenantry/contract/scans';
import { listTenants } from '@tenantry/contract/tenants';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../api/testing/test-app.ts';
import { startAzuriteAlone } from '../../local/stack/azurite-alone.ts';

const hourMs = 3_600_000;

/** The product on a data folder: records, vault with its key, and the storage account. */
async function openFolder(dataDir: string) {
  const { connectionString, stop } = await startAzuriteAlone(dataDir);
  const app = await createTestApp({ DATA_DIR: dataDir, AzureWebJobsStorage: connectionString });
  return {
    app,
    close: async () => {
      await app.close();
      await stop();
    },
  };
}

async function scanFirst(app: TestApp, cookie: string): Promise<void> {
  const [tenantId] = await app.tenantIds();
  await app.call(startScan, { cookie, body: { tenant_id: tenantId } });
  await app.drainQueue();
}

/** As the timer `leftovers` does. */
async function anchorTrail({ app }: TestApp): Promise<void> {
  await app.trail.sealOrphans();
  await app.trail.anchor();
}

/** What an administrator sees of it, and what the trail's verification says. */
async function readState({ app }: { app: TestApp }, cookie: string) {
  const [tenantId] = await app.tenantIds();
  const { json: findings } = await app.call(listFindings, { cookie, tenantId: tenantId ?? '' });
  const { json: tenants } = await app.call(listTenants, { cookie });
  return { findings, tenants, trail: await app.app.trailVerification.verifyNow() };
}

describe('a backup', () => {
  const base = mkdtempSync(join(tmpdir(), 'tenantry-restore-'));
  const [live, backup, mixed] = ['live', 'backup', 'mixed'].map((name) => join(base, name)) as [string, string, string];
  let cookie: string;
  let before: Awaited<ReturnType<typeof readState>>;
  let lostBlocks: number;

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.parse('2026-05-11T08:10:00Z') });
    const first = await openFolder(live);
    cookie = await first.app.registerAdmin();
    await scanFirst(first.app, cookie);
    await anchorTrail(first.app);
    before = await readState(first, cookie);
    await first.close();
    // The stack is stopped: every file is whole.
    cpSync(live, backup, { recursive: true });

    const second = await openFolder(live);
    vi.setSystemTime(Date.now() + hourMs);
    await scanFirst(second.app, cookie);
    await anchorTrail(second.app);
    const after = await second.app.app.trailVerification.verifyNow();
    expect(after).toMatchObject({ status: 'whole', problems: [] });
    lostBlocks = after.blocks - before.trail.blocks;
    await second.close();
    // The records of the backup, and everything else as it is now.
    cpSync(live, mixed, { recursive: true });
    cpSync(join(backup, 'tenantry.db'), join(mixed, 'tenantry.db'));
    expect(readdirSync(mixed).filter((name) => name.startsWith('tenantry.db'))).toEqual(['tenantry.db']);
  }, 120_000);
  afterAll(() => {
    vi.useRealTimers();
    rmSync(base, { recursive: true, force: true });
  });

  it('of the whole folder brings back what was, with the session, the secrets and a trail that is whole', async () => {
    const restored = await openFolder(backup);
    try {
      expect(await readState(restored, cookie)).toEqual({
        ...before,
        trail: { ...before.trail, verifiedAt: expect.any(String) },
      });
      expect((await restored.app.call(getSession, { cookie })).json).toMatchObject({ success: true });
      await scanFirst(restored.app, cookie);
      expect(await restored.app.app.trailVerification.verifyNow()).toMatchObject({ status: 'whole', problems: [] });
    } finally {
      await restored.close();
    }
  });

  it('of the records alone, as a restore of Cosmos DB to a point in time is, works and tells which blocks of the trail are gone', async () => {
    const restored = await openFolder(mixed);
    try {
      const state = await readState(restored, cookie);
      expect(state.findings).toEqual(before.findings);
      expect(lostBlocks).toBeGreaterThan(0);
      const gone = {
        kind: 'removed',
        record: `block-${String(before.trail.blocks + lostBlocks).padStart(12, '0')}`,
        message: expect.stringContaining('is gone'),
      };
      expect(state.trail).toMatchObject({ status: 'broken', blocks: before.trail.blocks, problemCount: 1 });
      expect(state.trail.problems[0]).toMatchObject(gone);
      // Work goes on, in new blocks; that some are gone stays told.
      await scanFirst(restored.app, cookie);
      const later = await restored.app.app.trailVerification.verifyNow();
      expect(later.blocks).toBeGreaterThan(before.trail.blocks);
      expect(later).toMatchObject({ status: 'broken', problemCount: 1, problems: [gone] });
    } finally {
      await restored.close();
    }
  });
});
