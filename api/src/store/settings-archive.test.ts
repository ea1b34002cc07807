import { describe, expect, it } from 'vitest';
import { memoryBlobs } from '../../testing/memory-blobs.ts';
import { collected, type Facts } from '../audit/facts/facts.ts';
import { testNow } from '../audit/testing/verdict-for.ts';
import { createSettingsArchive } from './settings-archive.ts';

const tenantId = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const other = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';
const scanAt = (timestamp: string, tenant = tenantId) => ({
  tenantId: tenant,
  id: `${tenant}_scan-${timestamp.slice(0, 10)}`,
  timestamp,
});

function blobsInMemory() {
  const files = new Map<string, Uint8Array>();
  return { files, blobs: memoryBlobs(files) };
}

const facts: Facts = { securityDefaults: collected({ isEnabled: true }, testNow) };

describe('the archive of settings', () => {
  it('gives back what a scan kept, and writes the same when it is kept again', async () => {
    const { files, blobs } = blobsInMemory();
    const archive = createSettingsArchive(blobs);
    const scan = scanAt('2026-11-20T10:00:00.000Z');
    await archive.keep(scan, facts);
    const [first] = files.values();
    await archive.keep(scan, facts);
    expect([...files.values()]).toEqual([first]);
    const kept = await archive.read(scan);
    expect(kept?.settings.datasets.securityDefaults).toMatchObject({
      state: 'ok',
      objects: [{ value: { isEnabled: true } }],
    });
    expect(kept?.audits).toBeNull();
    expect(await archive.read(scanAt('2026-11-21T10:00:00.000Z'))).toBeNull();
  });

  it('forgets what is older than 400 days, of this tenant alone', async () => {
    const { files, blobs } = blobsInMemory();
    const archive = createSettingsArchive(blobs);
    const [old, young] = [scanAt('2025-10-01T00:00:00.000Z'), scanAt('2026-11-01T00:00:00.000Z')];
    const foreign = scanAt('2025-10-01T00:00:00.000Z', other);
    for (const scan of [old, young, foreign]) await archive.keep(scan, facts);
    await archive.clean(tenantId, new Date('2026-11-20T00:00:00Z'));
    expect(await archive.read(old)).toBeNull();
    expect(await archive.read(young)).not.toBeNull();
    expect(await archive.read(foreign)).not.toBeNull();
    expect(files.size).toBe(2);
  });

  it('keeps the newest thousand', async () => {
    const { files, blobs } = blobsInMemory();
    const archive = createSettingsArchive(blobs);
    await archive.keep(scanAt('2026-11-20T00:00:00.000Z'), facts);
    const [[name, bytes] = ['', new Uint8Array()]] = files;
    for (let second = 0; second < 1005; second += 1) {
      const time = new Date(Date.parse('2026-11-19T00:00:00Z') + second * 1000).toISOString().replaceAll(':', '-');
      files.set(name.replace(/[^/]+$/, `${time}_scan.json.gz`), bytes);
    }
    await archive.clean(tenantId, new Date('2026-11-20T00:00:00Z'));
    expect(files.size).toBe(1000);
    expect(files.has(name)).toBe(true);
  });

  it('takes a file of another form for none', async () => {
    const { files, blobs } = blobsInMemory();
    const archive = createSettingsArchive(blobs);
    const scan = scanAt('2026-11-20T10:00:00.000Z');
    await archive.keep(scan, facts);
    const { gzipSync } = await import('node:zlib');
    for (const name of files.keys()) files.set(name, gzipSync(JSON.stringify({ version: 2 })));
    expect(await archive.read(scan)).toBeNull();
  });
});
