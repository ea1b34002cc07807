import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { jsonFile } from '../../domain/evidence/manifest.ts';
import { publicKeyPem } from '../../domain/evidence/public-key-pem.ts';
import { type PackContent, sealPack } from '../../domain/evidence/seal-pack.ts';
import { packSigner } from '../../domain/evidence/testing/pack-signer.ts';
import { timeStampAuthority } from '../../domain/evidence/testing/time-stamp-authority.ts';
import { timeStampQuery } from '../../domain/evidence/time-stamp.ts';
import { packContent } from '../../features/evidence/pack-content.ts';
import { sampleOrder } from '../../features/evidence/testing/sample-order.ts';
import type { PackSigner } from '../../ports/signing-key.ts';
import { KeysUnknownError, knownKeys } from './known-keys.ts';
import { verifyPack } from './verify-pack.ts';

let signer: PackSigner;
beforeAll(async () => {
  signer = await packSigner();
});

const content = await packContent(sampleOrder());
const sealed = (change: (one: PackContent) => PackContent = (one) => one) => sealPack(change(content), signer, null);
/** The pack as somebody with the key would sign it after changing a file. */
const withFile = (name: string, change: (text: string) => string) => (one: PackContent) => ({
  ...one,
  files: one.files.map((file) =>
    file.name === name ? { name, bytes: Buffer.from(change(Buffer.from(file.bytes).toString())) } : file,
  ),
});
const better = withFile('verdicts.json', (text) => text.replace('"status": "couldNotCheck"', '"status": "pass"'));
const said = async (bytes: Uint8Array) => {
  const { code, lines } = await verifyPack(bytes, null);
  return { code, text: lines.join('\n') };
};

describe('judging a pack again', () => {
  it('with the same tool says which verdicts it does not give', async () => {
    const { code, text } = await said(await sealed(better));
    expect(text).toMatch(/JUDGED AGAIN, AND 1 DIFFER.*The tool is the same/);
    expect(text).toMatch(/told as "pass", judged again as "couldNotCheck"/);
    expect(code).toBe(1);
  });

  it('with the same tool says which controls it does not give', async () => {
    const change = withFile('controls.json', (text) => text.replace('"status": "Could not judge"', '"status": "Met"'));
    const { code, text } = await said(await sealed(change));
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(/Control \S+: told as Met, judged again as Could not judge/),
    ]);
  });

  it.each([
    [
      'catalog',
      { catalogue: { sha256: '0'.repeat(64), checks: 3 } },
      /the catalog of checks and controls is another one/,
    ],
    ['version', { tool: { name: 'Tenantry', version: '99.0.0', commit: null } }, /version 99\.0\.0, and this is/],
  ])('with another %s tells differences as such, and never as tampering', async (_, head, words) => {
    const other = (one: PackContent) => ({ ...one, head: { ...one.head, ...head } });
    const { code, text } = await said(await sealed((one) => other(better(one))));
    expect([code, text]).toEqual([2, expect.stringMatching(words)]);
    expect(text).toContain('no sign of tampering');
    expect((await said(await sealed(other))).code).toBe(0);
  });

  it.each([
    ['snapshot.json', '[]', /holds no snapshot/],
    ['snapshot.json', '{"facts": {}}', /does not say when it was taken/],
    ['verdicts.json', '{}', /holds no verdicts/],
    ['snapshot.json', 'x', /JSON/],
  ])('that cannot be done says why: %s is %s', async (name, text, words) => {
    const { code, text: told } = await said(await sealed(withFile(name, () => text)));
    expect([code, told]).toEqual([2, expect.stringMatching(/NOT JUDGED AGAIN/)]);
    expect(told).toMatch(words);
  });
});

describe('the key of a pack', () => {
  it.each<[string, (one: PackSigner) => string | Buffer]>([
    ['PEM', ({ key }) => publicKeyPem(key)],
    ['a JSON Web Key', ({ key }) => jsonFile(key)],
    ['a set of keys', ({ key }) => jsonFile({ keys: [key] })],
  ])('is taken from a file as %s', async (_, write) => {
    const file = join(await temporaryFolder('keys'), 'key');
    writeFileSync(file, write(signer));
    expect(await knownKeys(file, undefined)).toEqual({ thumbprints: [signer.key.kid], from: file });
  });

  it('is refused where the file holds none, where both are given, and by an address that is not https', async () => {
    const file = join(await temporaryFolder('keys'), 'key');
    for (const text of ['{}', '[]', '-----BEGIN PUBLIC KEY-----\nx\n-----END PUBLIC KEY-----', '{"kty": "EC"}', 'x']) {
      writeFileSync(file, text);
      await expect(knownKeys(file, undefined)).rejects.toThrow(/key|JSON/);
    }
    await expect(knownKeys(file, 'https://msp.example')).rejects.toThrow(/not both/);
    await expect(knownKeys(undefined, 'http://msp.example')).rejects.toThrow(/no https address/);
    await expect(knownKeys(undefined, 'msp')).rejects.toThrow(/no https address/);
  });

  it('of an installation that answers with something else, or not at all, is not known', async () => {
    const server = createServer((_, response) => response.end('<html>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(knownKeys(undefined, address)).rejects.toThrow(KeysUnknownError);
    await new Promise((resolve) => server.close(resolve));
    await expect(knownKeys(undefined, address)).rejects.toThrow(KeysUnknownError);
  });
});

describe('the time stamp of a pack', () => {
  const stampedBy = async (authority: Awaited<ReturnType<typeof timeStampAuthority>>, other?: Buffer) =>
    sealPack(content, signer, {
      address: 'https://tsa.example',
      stamp: async (signature) => ({
        authority: 'https://tsa.example',
        response: await authority.answer(timeStampQuery(other ?? signature).query),
      }),
    });

  it('is told with who says so, and whether that was verified', async () => {
    const [authority, stranger] = [await timeStampAuthority(), await timeStampAuthority()];
    const pack = await stampedBy(authority);
    const lineFor = async (root: string | null) => {
      const { code, lines } = await verifyPack(pack, null, root);
      return [code, lines.find((line) => line.startsWith('Time stamp'))];
    };
    expect(await lineFor(null)).toEqual([0, expect.stringMatching(/by CN=Test authority\. Whether .* NOT verified/)]);
    expect(await lineFor(authority.rootPem)).toEqual([0, expect.stringMatching(/leads to a trusted one/)]);
    expect(await lineFor(stranger.rootPem)).toEqual([1, expect.stringMatching(/NOT TRUSTED/)]);
  });

  it('of something else is not good, although the pack is whole', async () => {
    const { code, text } = await said(await stampedBy(await timeStampAuthority(), Buffer.from('another')));
    expect([code, text]).toEqual([1, expect.stringMatching(/TIME STAMP NOT GOOD: It stamps something else/)]);
  });
});
