import { DatabaseSync } from 'node:sqlite';
import { listAuditTrail } from '@tenantry/contract/audit-trail';
import { signInLocally } from '@tenantry/contract/auth';
import {
  downloadExport,
  type ExportJob,
  exportAuditTrail,
  exportDatabase,
  exportSql,
  getExport,
  listExports,
} from '@tenantry/contract/exports';
import { stepUp } from '@tenantry/contract/step-up';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, firstAdmin, type TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import type { TrailEntry } from '../../ports/trail.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { UserRecord } from '../../store/users.ts';
import { exportFileName } from './export-jobs.ts';

type Tables = {
  tables: Record<string, Record<string, unknown>[]>;
  counts: Record<string, number>;
  unreadable: object[];
};

describe('an export', () => {
  let app: TestApp;
  let cookie: string;
  const start = async (settings: Record<string, string> = {}) => {
    app = await createTestApp(settings);
    cookie = await app.registerAdmin();
  };
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
  });
  afterEach(async () => {
    await app.close();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  /** Does something at a later instant, as whoever signs in a second time does. */
  const passing = <T>(work: () => Promise<T>): Promise<T> => {
    pass(1000);
    return work();
  };
  const proveAgain = async () => {
    cookie = (await app.call(stepUp, { body: { password: firstAdmin.password }, cookie })).cookie ?? '';
  };
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const day = () => new Date().toISOString().slice(0, 10);
  const asked = async (endpoint = exportDatabase, as = cookie) => app.call(endpoint, { cookie: as });
  const job = async (jobId: unknown, as = cookie) => {
    const answer = await app.call(getExport, { params: { jobId: String(jobId) }, cookie: as });
    return { status: answer.status, job: answer.json as ExportJob };
  };
  const fetched = async (jobId: unknown, as = cookie) => {
    const answer = await app.call(downloadExport, { params: { jobId: String(jobId) }, cookie: as });
    return answer.status === 200 ? fetch(String(answer.json.url)) : answer.status;
  };
  const trail = async (eventType: string) => {
    const { json } = await app.call(listAuditTrail, { query: { eventType }, cookie });
    return json.entries as (TrailEntry & { details: Record<string, unknown> })[];
  };
  const files = async () => {
    const names: string[] = [];
    for await (const name of app.app.blobs.list('exports/')) names.push(name);
    return names;
  };

  describe('that is small', () => {
    beforeEach(() => start());

    it('is answered with its file, whose name has the day, and recorded', async () => {
      const answer = await asked();
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': expect.stringContaining(`database-export-${day()}.json`),
      });
      expect((answer.json as Tables).counts.users).toBe(1);
      const [entry] = await trail('database_exported');
      expect(entry).toMatchObject({ user: 'ada', target: 'Database (JSON)', details: { bytes: answer.bytes.length } });
    });

    it('as SQL loads into SQLite', async () => {
      const answer = await asked(exportSql);
      expect(answer.headers['content-disposition']).toContain(`database-export-${day()}.sql`);
      const database = new DatabaseSync(':memory:');
      database.exec(answer.text);
      expect(database.prepare('SELECT username, "passwordHash" AS hash FROM users').all()).toEqual([
        { username: 'ada', hash: '[REDACTED]' },
      ]);
      expect(await trail('database_exported')).toMatchObject([{ target: 'Database (SQL)' }]);
    });

    it('of the filtered trail is JSON or CSV, and keeps to the scope', async () => {
      const [tenantId = ''] = await app.tenantIds();
      const details = { before: { status: 'open' }, after: { status: '=cmd()' } };
      await app.app.trail.record({ eventType: 'finding_accepted', user: 'ada', target: '=1+1', tenantId, details });
      const query = { eventType: 'finding_accepted' };
      const csv = await app.call(exportAuditTrail, { query: { ...query, format: 'csv' }, cookie });
      expect(csv.headers['content-disposition']).toContain(`audit-trail-${day()}.csv`);
      const lines = csv.text.split('\r\n');
      expect(lines).toHaveLength(3);
      expect(lines[1]).toContain(`"'=1+1"`);
      expect(lines[1]).toContain('""after"":{""status"":""=cmd()""}');
      const json = await app.call(exportAuditTrail, { query, cookie });
      expect(json.json).toMatchObject({ count: 1, entries: [{ target: '=1+1', details, tenantId }] });
      const scoped = await app.signInAs('admin', { kind: 'tenants', tenantIds: [tenantId] });
      const own = await app.call(exportAuditTrail, { cookie: scoped });
      expect((own.json.entries as { tenantId: string }[]).map((one) => one.tenantId)).toEqual([tenantId]);
      expect(await trail('audit_trail_exported')).toHaveLength(3);
    });

    it('asks who it is where that was proven more than ten minutes ago', async () => {
      pass(11 * 60_000);
      for (const endpoint of [exportDatabase, exportSql, exportAuditTrail]) {
        expect((await app.call(endpoint, { cookie })).json.code).toBe('STEP_UP_REQUIRED');
      }
    });
  });

  describe('that is large', () => {
    beforeEach(() => start({ EXPORT_ANSWER_MAX_BYTES: '0' }));

    it('is of the session that asked for it, whichever id that goes on under, and of no other of the same person', async () => {
      const { username, password } = firstAdmin;
      const signIn = async () =>
        (await app.call(signInLocally, { body: { username, password }, cookie: '' })).cookie ?? '';
      const [older, mine] = [cookie, await passing(signIn)];
      const later = await passing(signIn);
      const { jobId } = (await asked(exportDatabase, mine)).json;
      await app.drainQueue();
      for (const other of [older, later]) {
        expect([(await job(jobId, other)).status, await fetched(jobId, other)]).toEqual([404, 404]);
        expect((await app.call(listExports, { cookie: other })).json).toEqual([]);
      }
      expect((await asked(exportDatabase, older)).json.jobId).not.toBe(jobId);
      const { cookie: renewed = '' } = await app.call(stepUp, { body: { password }, cookie: mine });
      expect(renewed).not.toBe(mine);
      expect((await job(jobId, renewed)).job.status).toBe('completed');
      expect(await fetched(jobId, renewed)).toMatchObject({ status: 200 });
      expect(await fetched(jobId, mine)).toBe(401);
    });

    it('asks who is there once more where that was proven more than ten minutes before the download', async () => {
      const { jobId } = (await asked()).json;
      await app.drainQueue();
      pass(11 * 60_000);
      const download = () => app.call(downloadExport, { params: { jobId: String(jobId) }, cookie });
      expect((await download()).json.code).toBe('STEP_UP_REQUIRED');
      expect(await trail('export_downloaded')).toEqual([]);
      await proveAgain();
      expect((await download()).status).toBe(200);
    });

    it('is a job that ends in a file behind a link of its own, and of the person alone', async () => {
      const answer = await asked();
      const begun = answer.json as ExportJob;
      expect(answer.status).toBe(202);
      expect(begun).toMatchObject({ status: 'queued', kind: 'database-json', downloadUrl: null, error: null });
      expect(await fetched(begun.jobId)).toBe(409);
      await app.drainQueue();
      const { job: done } = await job(begun.jobId);
      const until = new Date(Date.now() + 15 * 60_000).toISOString();
      expect(done).toMatchObject({
        status: 'completed',
        linkExpiresAt: until,
        fileName: `database-export-${day()}.json`,
      });
      expect(done.downloadUrl).toBe(`/api/admin/exports/${begun.jobId}/download`);
      const file = await fetched(begun.jobId);
      if (typeof file === 'number') throw new Error(`answered ${file}`);
      expect(file.headers.get('content-disposition')).toBe(`attachment; filename="database-export-${day()}.json"`);
      const bytes = Buffer.from(await file.arrayBuffer());
      expect(bytes.length).toBe(done.bytes);
      const { counts } = JSON.parse(bytes.toString()) as Tables;
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(done.records);
      const other = await app.signInAs('admin', { kind: 'all' });
      expect([(await job(begun.jobId, other)).status, await fetched(begun.jobId, other)]).toEqual([404, 404]);
      expect((await app.call(listExports, { cookie: other })).json).toEqual([]);
      expect(await trail('export_downloaded')).toMatchObject([{ user: 'ada', details: { jobId: begun.jobId } }]);
      expect(await trail('database_exported')).toHaveLength(1);
    });

    it('ends with its link after 15 minutes, and its file is deleted', async () => {
      const { jobId } = (await asked(exportSql)).json;
      await app.drainQueue();
      expect(await files()).toEqual([exportFileName({ jobId: String(jobId) })]);
      pass(15 * 60_000);
      await proveAgain();
      expect([(await job(jobId)).status, await fetched(jobId)]).toEqual([404, 404]);
      await app.app.exportWorker.sweep();
      expect(await files()).toEqual([]);
      expect(await app.app.exportWorker.sweep()).toBe(0);
    });

    it('is one job for two requests of one session at once, and another for another file or person', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => asked()));
      expect(new Set(answers.map(({ json }) => json.jobId)).size).toBe(1);
      expect(await trail('database_exported')).toHaveLength(1);
      const other = await app.signInAs('admin', { kind: 'all' });
      const ids = [
        answers[0]?.json.jobId,
        (await asked(exportSql)).json.jobId,
        (await asked(exportDatabase, other)).json.jobId,
      ];
      expect(new Set(ids).size).toBe(3);
      expect(await app.drainQueue()).toBe(3);
      expect(await files()).toHaveLength(3);
    });

    it('whose process died is written again from its start, and given up after three times', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const { jobId } = (await asked()).json;
      const write = vi.spyOn(app.app.blobs, 'writeParts').mockRejectedValue(new Error('the process is gone'));
      await app.drainQueue();
      expect((await job(jobId)).job.status).toBe('running');
      expect(await app.app.exportWorker.sweep()).toBe(0);
      pass(60_000);
      await app.app.exportWorker.sweep();
      write.mockRestore();
      await app.drainQueue();
      expect((await job(jobId)).job.status).toBe('completed');

      const failing = (await asked(exportSql)).json.jobId;
      vi.spyOn(app.app.blobs, 'writeParts').mockRejectedValue(new Error('the disk is full'));
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await app.drainQueue();
        pass(60_000);
        await app.app.exportWorker.sweep();
      }
      expect((await job(failing)).job).toMatchObject({
        status: 'failed',
        downloadUrl: null,
        error: expect.stringContaining('could not be written'),
      });
      expect((await asked(exportSql)).json).toMatchObject({ status: 'queued', error: null });
    });

    it('whose message was lost is taken up, and files that no job knows are deleted', async () => {
      const { jobId } = (await asked()).json;
      await app.app.blobs.write('exports/00000000-0000-4000-8000-000000000000', 'x', 'text/plain');
      pass(60_000);
      expect(await app.app.exportWorker.sweep()).toBe(2);
      expect(await files()).toEqual([]);
      expect(await app.drainQueue()).toBe(2);
      expect((await job(jobId)).job.status).toBe('completed');
    });

    it('is not handed out once whoever asked for it sees other tenants', async () => {
      const tenantIds = await app.tenantIds();
      const limited = await app.signInAs('admin', { kind: 'tenants', tenantIds });
      const { jobId } = (await app.call(exportAuditTrail, { cookie: limited })).json;
      await app.drainQueue();
      expect((await job(jobId, limited)).job.status).toBe('completed');
      const users = app.app.records.partition<UserRecord>(containers.users, globalPartition);
      const scoped = (ids: readonly string[]) =>
        update(users, String(limited.split('=')[1]?.split('.')[0]), (user) => ({
          ...user,
          scope: { kind: 'tenants' as const, tenantIds: ids },
        }));
      await scoped(tenantIds.slice(1));
      expect(await fetched(jobId, limited)).toBe(409);
      await scoped(tenantIds.toReversed());
      expect(typeof (await fetched(jobId, limited))).toBe('object');
    });

    it('is not written for somebody who may not export it any more', async () => {
      const { jobId } = (await asked()).json;
      const users = app.app.records.partition<UserRecord>(containers.users, globalPartition);
      const stored = await users.get('first-admin');
      if (!stored) throw new Error('nobody is there');
      await users.replace({ ...stored.value, scope: { kind: 'none' } }, stored.etag);
      await app.drainQueue();
      expect((await job(jobId)).job).toMatchObject({ status: 'failed', error: expect.stringContaining('may not') });
      expect(await files()).toEqual([]);
    });
  });
});
