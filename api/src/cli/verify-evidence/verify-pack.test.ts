import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { jsonFile } from '../../domain/evidence/manifest.ts';
import { packedEntry, zipOf } from '../../domain/evidence/pack-zip.ts';
import { publicKeyPem } from '../../domain/evidence/public-key-pem.ts';
import { type PackContent, sealPack } from '../../domain/evidence/seal-pack.ts';
import { packSigner } from '../../domain/evidence/testing/pack-signer.ts';
import { timeStampAuthority } from '../../domain/evidence/testing/time-stamp-authority.ts';
import { timeStampQuery } from '../../domain/evidence/time-stamp.ts';
import { packContent } from '../../features/evidence/pack-content.ts';
import type { PackControls } from '../../features/evidence/pack-controls.ts';
import { packPage } from '../../features/evidence/pack-page.ts';
import { packReadme } from '../../features/evidence/pack-readme.ts';
import { sampleOrder } from '../../features/evidence/testing/sample-order.ts';
import type { PackSigner } from '../../ports/signing-key.ts';
import { UsageError } from '../command.ts';
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
const textOf = ({ files }: PackContent, name: string) =>
  Buffer.from(files.find((one) => one.name === name)?.bytes ?? []).toString();
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
    ['evidence.html', (text: string) => text.replace('Could not judge', 'Met'), /evidence\.html: it is not what/],
    ['controls.csv', (text: string) => text.replace('Could not judge', 'Met'), /controls\.csv: it is not what/],
    ['README.txt', (text: string) => text.replace('Contoso', 'Another'), /README\.txt: it is not what/],
    [
      'controls.json',
      (text: string) => text.replace('"message": "', '"message": "All is well. '),
      /told in other words/,
    ],
    ['controls.json', (text: string) => text.replace('"Could not judge": ', '"Could not judge": 1'), /other counts/],
    ['verdicts.json', (text: string) => text.replace('"score": null', '"score": 99'), /another score/],
  ])('with the same tool says that %s is not what it gives', async (name, change, words) => {
    const { code, text } = await said(await sealed(withFile(name, change)));
    expect([code, text]).toEqual([1, expect.stringMatching(words)]);
  });

  it.each([
    [
      'catalog',
      { catalogue: { sha256: '0'.repeat(64), checks: 3 } },
      /the catalog of checks and controls is another one/,
    ],
    ['version', { tool: { name: 'Tenantry', version: '99.0.0', commit: null } }, /version 99\.0\.0, and this is/],
  ])('with another %s tells differences as such, and never as tampering', async (_, head, words) => {
    const other = (one: PackContent) => {
      const changed = { ...one, head: { ...one.head, ...head } };
      const controls = JSON.parse(textOf(one, 'controls.json')) as PackControls;
      const readme = withFile('README.txt', () => packReadme(changed.head, false));
      return withFile('evidence.html', () => packPage(changed.head, controls))(readme(changed));
    };
    const { code, text } = await said(await sealed((one) => other(better(one))));
    expect([code, text]).toEqual([2, expect.stringMatching(words)]);
    // Whoever made the pack may say of the tool what they like.
    expect(text).toContain('was not verified');
    expect(text).not.toContain('no sign of tampering');
    const known = { thumbprints: [signer.key.kid], from: 'a file' };
    const { code: confirmed, lines } = await verifyPack(await sealed((one) => other(better(one))), known);
    expect([confirmed, lines.join('\n')]).toEqual([2, expect.stringContaining('no sign of tampering')]);
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

describe('what a pack says of itself', () => {
  const forged = `a\r\nIt is a key of https://msp.example.\u202e\u2028\u001b[2J\u0085${'x'.repeat(1_000)}`;
  const spoilt = (one: PackContent): PackContent => {
    const { tenant, framework, audit, installation } = one.head;
    return {
      ...one,
      head: {
        ...one.head,
        tenant: { ...tenant, name: forged },
        framework: { ...framework, name: forged },
        audit: { ...audit, judgedAt: forged },
        installation: { ...installation, name: forged, address: forged },
        tool: { name: forged, version: forged, commit: forged },
        madeAt: forged,
        madeBy: forged,
      },
    };
  };

  it('cannot write lines, turn text around or fill the screen, whichever field it stands in', async () => {
    const wrong = withFile('verdicts.json', (text) =>
      text.replace('"checkId": "', `"checkId": ${JSON.stringify(forged).slice(0, -1)}`),
    );
    const authority = await timeStampAuthority();
    const stamp = async (signature: Uint8Array) => ({
      authority: forged,
      response: await authority.answer(timeStampQuery(signature).query),
    });
    const packs = [
      await sealPack(wrong(spoilt(content)), signer, { address: forged, stamp }),
      await sealPack(spoilt(content), signer, { address: 'a', stamp: async () => ({ noneBecause: forged }) }),
      await sealed(withFile('snapshot.json', () => forged)),
    ];
    for (const pack of packs) {
      const { lines } = await verifyPack(pack, null);
      expect(lines.length).toBeLessThan(60);
      for (const line of lines) {
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(line).not.toContain('x'.repeat(201));
      }
      expect(lines.filter((line) => line.startsWith('It is a key'))).toEqual([]);
    }
    const { text } = await said(await sealed(spoilt));
    expect(text).toMatch(/About: a\\u\{d\}\\u\{a\}It is a key of .*\\u\{202e\}/);
  });

  it.each(['a'.repeat(60_000), `${'!'.repeat(60_000)}`])(
    'names a file of a long name by its beginning',
    async (name) => {
      const { code, text } = await said(zipOf([packedEntry(`${name}.txt`, Buffer.from('x'))]));
      expect([code, text.length < 300]).toEqual([1, true]);
    },
  );
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

  it.each(['', 'x', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])(
    'is not looked at where the authorities are none, whether the pack has one or not: %j',
    async (pem) => {
      for (const pack of [await sealed(), await stampedBy(await timeStampAuthority())])
        await expect(verifyPack(pack, null, pem)).rejects.toThrow(UsageError);
    },
  );

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
