import { downloadGeneratedReport, generateReport } from '@tenantry/contract/generated-reports';
import { startScan } from '@tenantry/contract/scans';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createReportFiles } from '../../store/report-files.ts';

const weak = weakProfile.id;
const pdf = Uint8Array.from([37, 80, 68, 70, 45, 49]);

describe('a generated report', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    // Rendering is a worker of the built bundle (report-renderer.test.ts).
    vi.spyOn(app.app.reportQueue, 'render').mockResolvedValue(pdf);
  });
  afterEach(() => app.close());

  const generate = (by = cookie) => app.call(generateReport, { body: { tenantId: weak }, cookie: by });
  async function scan(): Promise<void> {
    await app.call(startScan, { body: { tenant_id: weak }, cookie });
    await app.drainQueue();
  }

  it('is kept as a file, and its address serves it to whoever has the tenant in scope', async () => {
    await scan();
    const scope = { kind: 'tenants', tenantIds: [weak] } as const;
    const answer = await generate(await app.signInAs('technician', scope));
    expect(answer.status).toBe(201);
    const reportId = String(answer.json.reportId);
    expect(answer.json).toEqual({
      reportId,
      fileName: 'Report_Bracken Freight Group.pdf',
      sizeBytes: pdf.length,
      createdAt: expect.any(String),
      url: `/api/report/${reportId}/pdf`,
    });
    const viewer = await app.signInAs('viewer', scope);
    const file = await app.call(downloadGeneratedReport, { params: { reportId }, cookie: viewer });
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(Uint8Array.from(file.bytes)).toEqual(pdf);
    const other = await app.signInAs('admin', { kind: 'tenants', tenantIds: [goodProfile.id] });
    expect((await app.call(downloadGeneratedReport, { params: { reportId }, cookie: other })).status).toBe(404);
  });

  it('needs a scan, and a role that may generate reports', async () => {
    const answer = await generate();
    expect([answer.status, answer.json.message]).toEqual([
      404,
      'No scan found for this tenant. Please run a scan first.',
    ]);
    expect((await generate(await app.signInAs('viewer', { kind: 'all' }))).status).toBe(403);
  });

  it('asked for twice at once is two files, each of which is served', async () => {
    await scan();
    const [one, two] = await Promise.all([generate(), generate()]);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.json.reportId).not.toBe(two.json.reportId);
    for (const { json } of [one, two]) {
      const params = { reportId: String(json.reportId) };
      expect((await app.call(downloadGeneratedReport, { params, cookie })).status).toBe(200);
    }
  });

  it('makes room: of a tenant the newest fifty are kept', async () => {
    const files = createReportFiles(app.app.blobs);
    const ids: string[] = [];
    for (let minute = 0; minute < 52; minute += 1) {
      const at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
      ids.push(await files.keep(weak, at, pdf));
    }
    const left = await Promise.all(ids.map(async (id) => (await files.read(id)) !== null));
    expect(left.slice(0, 3)).toEqual([false, false, true]);
    expect(left.filter(Boolean)).toHaveLength(50);
  });
});
