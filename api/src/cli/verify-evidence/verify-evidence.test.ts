import { listAuditTrail } from '@tenantry/contract/audit-trail';
import {
  downloadEvidencePack,
  type EvidencePack,
  getEvidenceKeys,
  listEvidencePacks,
  makeEvidencePack,
  shareEvidencePack,
} from '@tenantry/contract/evidence';
import { acceptFinding, listFindings } from '@tenantry/contract/findings';
import { deleteAudit, listAudits } from '@tenantry/contract/managed-audits';
import { startScan } from '@tenantry/contract/scans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ageSession } from '../../../testing/aged-session.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openPack } from '../../domain/evidence/open-pack.ts';
import { packedEntry, readZip, unpacked, zipOf } from '../../domain/evidence/pack-zip.ts';
import type { KnownKeys } from './known-keys.ts';
import { verifyPack } from './verify-pack.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const reason = 'The vendor replaces it in spring';

describe('an evidence pack of an installation', () => {
  let app: TestApp;
  let admin: string;
  let technician: string;
  let redacted: EvidencePack;
  let whole: EvidencePack;
  let pack: Uint8Array;
  let known: KnownKeys;

  const list = async (cookie: string) =>
    (await app.call(listEvidencePacks, { tenantId: weak, cookie })).json.items as EvidencePack[];
  const ask = (body: object, cookie = admin) => {
    const request = { requestId: crypto.randomUUID(), frameworkId: 'cis-m365', ...body };
    return app.call(makeEvidencePack, { tenantId: weak, body: request, cookie });
  };
  const made = async (body: object): Promise<EvidencePack> => {
    const { json } = await ask(body);
    await app.drainQueue();
    const item = (await list(admin)).find(({ packId }) => packId === json.packId);
    if (!item) throw new Error(`No pack: ${JSON.stringify(json)}`);
    return item;
  };
  const download = ({ packId }: EvidencePack, cookie = admin) =>
    app.call(downloadEvidencePack, { params: { packId }, cookie });
  const fileOf = async (bytes: Uint8Array, name: string) =>
    (await openPack(bytes)).files.get(name)?.toString('utf8') ?? '';

  beforeAll(async () => {
    app = await createTestApp();
    admin = await app.registerAdmin();
    technician = await app.signInAs('technician', { kind: 'all' });
    await app.call(startScan, { body: { tenant_id: weak }, cookie: admin });
    await app.drainQueue();
    const { json } = await app.call(listFindings, { query: { tenantId: weak }, cookie: admin });
    const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
    for (const { id } of json.items as { id: string }[])
      await app.call(acceptFinding, { params: { findingId: id }, body: { reason, expiresAt }, cookie: admin });
    redacted = await made({});
    whole = await made({ frameworkId: 'cmmc-level-2', snapshot: 'whole' });
    pack = (await download(redacted)).bytes;
    const { keys } = (await app.call(getEvidenceKeys)).json as { keys: { kid: string }[] };
    known = { thumbprints: keys.map(({ kid }) => kid), from: 'the installation' };
  });
  afterAll(() => app.close());

  it('is verified; tampered with, that is noticed; and verified again as it was', async () => {
    const first = await verifyPack(pack, known);
    const words = first.lines.join(' ');
    expect(words).toMatch(
      /Whole: 8 files.*It is a key of the installation.*Judged again: the same \d+ verdicts and 160 controls/,
    );
    expect(first.code).toBe(0);
    const changed = Buffer.from(pack);
    const at = changed.length >> 1;
    changed[at] = (changed[at] ?? 0) ^ 1;
    const tampered = await verifyPack(changed, known);
    expect([tampered.code, tampered.lines[0]]).toEqual([1, expect.stringMatching(/^NOT WHOLE/)]);
    expect(await verifyPack(pack, known)).toEqual(first);
  });

  it('with the whole snapshot is verified too, and names what it was made of', async () => {
    const { bytes, headers } = await download(whole);
    expect(headers['content-disposition']).toMatch(/Evidence_.*_cmmc-level-2_\d{4}-\d\d-\d\d_whole\.zip/);
    expect(redacted.fileName).toMatch(/^Evidence_.*_cis-m365_\d{4}-\d\d-\d\d\.zip$/);
    expect((await verifyPack(bytes, known)).code).toBe(0);
    expect(await fileOf(bytes, 'snapshot.json')).toContain('@');
  });

  it('says of each control what was found, when, in which data, and who accepted its risk', async () => {
    const { controls } = JSON.parse(await fileOf(pack, 'controls.json')) as {
      controls: {
        status: string;
        notCoveredBecause: string | null;
        notJudgedBecause: string[];
        checks: Record<string, unknown>[];
      }[];
    };
    expect(controls).toHaveLength(160);
    const checks = controls.flatMap((control) => control.checks);
    for (const { judgedAt, sources, status } of checks) {
      expect(judgedAt).toBe(redacted.auditedAt);
      expect([status, (sources as unknown[]).length > 0]).toEqual([status, true]);
    }
    const accepted = checks.filter(({ acceptedRisk }) => acceptedRisk !== null);
    expect(accepted.length).toBeGreaterThan(5);
    const byProvider = { reason: expect.stringContaining('Not given'), acceptedBy: 'the service provider' };
    for (const { acceptedRisk } of accepted) expect(acceptedRisk).toMatchObject(byProvider);
    const { bytes } = await download(whole);
    expect(await fileOf(bytes, 'controls.json')).toContain('"acceptedBy": "Ada Lovelace"');
    expect(await fileOf(bytes, 'controls.json')).toContain(reason);
    for (const { status, notJudgedBecause, checks: own } of controls) {
      if (status === 'Could not judge') expect(notJudgedBecause.length).toBeGreaterThan(0);
      if (own.length === 0) expect(status).toBe('Not assessed');
    }
    expect(await fileOf(pack, 'controls.csv')).toContain(`"Accepted by"`);
    expect(await fileOf(pack, 'evidence.html')).not.toMatch(/<script|<img|http-equiv="refresh"/i);
  });

  it('that is redacted holds no account or address of the tenant, in none of its files', async () => {
    const { bytes } = await download(whole);
    const snapshot = await fileOf(bytes, 'snapshot.json');
    const addresses = [...new Set(snapshot.match(/[\w.-]+@[\w.-]+\.\w+/g))];
    expect(addresses.length).toBeGreaterThan(20);
    const { files } = await openPack(pack);
    const text = [...files.values()].map((file) => file.toString('utf8')).join('\n');
    expect(addresses.filter((address) => text.includes(address))).toEqual([]);
  });

  it('signed by somebody else with a key of their own is told by the key', async () => {
    const { code, lines } = await verifyPack(pack, { thumbprints: ['another'], from: 'a file' });
    expect([code, lines.join(' ')]).toEqual([1, expect.stringContaining('SIGNED BY ANOTHER KEY')]);
    const unknown = await verifyPack(pack, null);
    expect([unknown.code, unknown.lines.join(' ')]).toEqual([
      0,
      expect.stringContaining('WARNING: the key is the one in the pack'),
    ]);
  });

  it('of which a file was replaced is not whole, whatever the zip says of it', async () => {
    const entries = readZip(pack).map((entry) => {
      if (entry.name !== 'controls.json') return entry;
      return packedEntry(entry.name, Buffer.from(unpacked(entry).toString('utf8').replaceAll('"Not met"', '"Met"')));
    });
    const { code, lines } = await verifyPack(zipOf(entries), known);
    expect([code, lines[0]]).toEqual([1, expect.stringContaining('controls.json was changed')]);
  });

  it('is made once, however often its request is sent at once', async () => {
    const requestId = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => ask({ requestId, frameworkId: 'nist-csf' })));
    expect(new Set(answers.map(({ json }) => json.packId)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    await app.drainQueue();
    expect((await list(admin)).filter(({ frameworkId }) => frameworkId === 'nist-csf')).toHaveLength(1);
    expect((await ask({ requestId, frameworkId: 'iso-27001' })).status).toBe(409);
  });

  it('with the whole snapshot is for administrators, who confirm who they are', async () => {
    expect((await ask({ snapshot: 'whole' }, technician)).json.code).toBe('FORBIDDEN');
    expect((await download(whole, technician)).json.code).toBe('FORBIDDEN');
    const later = await app.signInAs('admin', { kind: 'all' });
    await ageSession(app, later, 11);
    expect((await ask({ snapshot: 'whole' }, later)).json.code).toBe('STEP_UP_REQUIRED');
    expect((await download(redacted, technician)).status).toBe(200);
  });

  it('is seen by a contact of the client once it is shared, in their own tenant, and never where it is whole', async () => {
    const share = ({ packId }: EvidencePack, shared: boolean) =>
      app.call(shareEvidencePack, { params: { packId }, body: { shared }, cookie: admin });
    const client = await app.signInAsClient(weak);
    const stranger = await app.signInAsClient((await app.tenantIds()).find((id) => id !== weak) ?? '');
    expect(await list(client)).toEqual([]);
    expect((await download(redacted, client)).status).toBe(404);
    expect((await share(whole, true)).json.code).toBe('CONFLICT');
    expect((await share(redacted, true)).json.shared).toMatchObject({ by: 'ada' });
    expect((await list(client)).map(({ packId }) => packId)).toEqual([redacted.packId]);
    expect((await download(redacted, client)).status).toBe(200);
    expect((await download(whole, client)).status).toBe(404);
    expect((await download(redacted, stranger)).status).toBe(404);
    expect((await app.call(listEvidencePacks, { tenantId: weak, cookie: stranger })).status).toBe(404);
    await share(redacted, false);
    expect((await download(redacted, client)).status).toBe(404);
  });

  it('of a tenant that was never scanned is not made', async () => {
    const tenantId = (await app.tenantIds()).find((id) => id !== weak) ?? '';
    const body = { requestId: crypto.randomUUID(), frameworkId: 'cis-m365' };
    expect((await app.call(makeEvidencePack, { tenantId, body, cookie: admin })).json.code).toBe('NO_SCAN_YET');
  });

  it('that could not be made leaves an entry in the trail, which says why', async () => {
    const { json } = await ask({});
    const audits = await app.call(listAudits, { query: { tenantId: weak }, cookie: admin });
    const [{ id } = { id: '' }] = audits.json.items as { id: string }[];
    expect((await app.call(deleteAudit, { params: { id }, cookie: admin })).status).toBeLessThan(300);
    await app.drainQueue();
    const failed = (await list(admin)).find(({ packId }) => packId === json.packId);
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('scanned again') });
    const trail = await app.call(listAuditTrail, { query: { tenantId: weak }, cookie: admin });
    const entry = (trail.json.entries as { eventType: string; user: string; details: object }[]).find(
      ({ eventType }) => eventType === 'evidence_pack_failed',
    );
    expect(entry).toMatchObject({ user: 'ada', details: { packId: json.packId, error: failed?.error } });
  });
});

describe('what is no pack', () => {
  it.each(['', 'PK', 'Not a zip', '%PDF-1.7'.repeat(10)])('is told to be none: %j', async (text) => {
    await expect(verifyPack(Buffer.from(text), null)).rejects.toThrow(/no zip file/);
  });

  it('is told to be none where it is another zip', async () => {
    const { code, lines } = await verifyPack(zipOf([packedEntry('letter.txt', Buffer.from('Dear'))]), null);
    expect([code, lines[0]]).toEqual([1, expect.stringContaining('There is no manifest.json in it')]);
  });
});
