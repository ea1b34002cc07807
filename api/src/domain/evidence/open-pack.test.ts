import { beforeAll, describe, expect, it } from 'vitest';
import type { PackSigner } from '../../ports/signing-key.ts';
import { detachedJws, lowS, signatureProblem, signingInput } from './detached-signature.ts';
import { type Manifest, packFiles } from './manifest.ts';
import { openPack } from './open-pack.ts';
import { type PackedEntry, packedEntry, readZip, unpacked, zipOf } from './pack-zip.ts';
import { sealPack, type TimeStamp } from './seal-pack.ts';
import { packHead, packSigner } from './testing/pack-signer.ts';

const files = [
  { name: 'controls.json', bytes: Buffer.from('{"controls": []}'.repeat(8)) },
  { name: 'README.txt', bytes: Buffer.from('Read me') },
];
const authority = {
  address: 'https://tsa.example',
  stamp: async (): Promise<TimeStamp> => ({ authority: 'https://tsa.example', response: Buffer.from('stamped') }),
};

/** What somebody who changes a pack gets back; null where nobody noticed. */
const noticed = (bytes: Uint8Array): Promise<string | null> =>
  openPack(bytes).then(
    () => null,
    (error: Error) => error.message,
  );

describe('a pack', () => {
  let signer: PackSigner;
  let pack: Buffer;
  let stamped: Buffer;
  beforeAll(async () => {
    signer = await packSigner();
    pack = await sealPack({ head: packHead, files }, signer, null);
    stamped = await sealPack({ head: packHead, files }, signer, authority);
  });

  it('opens with what was put in, and tells its key', async () => {
    const { manifest, key, files: found, timeStamp } = await openPack(pack);
    expect(found.get('README.txt')?.toString()).toBe('Read me');
    expect(key).toEqual(signer.key);
    expect(manifest).toMatchObject({ ...packHead, timeStamp: null, noTimeStampBecause: expect.any(String) });
    expect(timeStamp).toBeNull();
  });

  it('opens with its time stamp and the bytes that it stamps', async () => {
    const { timeStamp, files: found } = await openPack(stamped);
    expect(timeStamp?.response.toString()).toBe('stamped');
    expect(timeStamp?.stamped).toEqual(found.get(packFiles.signature));
  });

  it('says why it has no time stamp where the authority gave none, and is whole all the same', async () => {
    const refused = { ...authority, stamp: async (): Promise<TimeStamp> => ({ noneBecause: 'It did not answer.' }) };
    const { manifest } = await openPack(await sealPack({ head: packHead, files }, signer, refused));
    expect(manifest).toMatchObject({ timeStamp: null, noTimeStampBecause: 'It did not answer.' });
  });

  it('is noticed to be changed in any one of its bytes, with or without a time stamp', async () => {
    const missed: string[] = [];
    for (const [name, whole] of Object.entries({ pack, stamped })) {
      for (let at = 0; at < whole.length; at += 1) {
        for (const mask of [0x01, 0x20, 0x80, 0xff]) {
          const changed = Buffer.from(whole);
          changed[at] = (changed[at] ?? 0) ^ mask;
          if ((await noticed(changed)) === null) missed.push(`${name}: byte ${at}, ${mask}`);
        }
      }
    }
    expect(missed).toEqual([]);
    expect(stamped.length).toBeGreaterThan(2_000);
  }, 60_000);

  it('is noticed to be cut off at any place, and to have something before or after it', async () => {
    for (let length = 0; length < pack.length; length += 1) {
      expect(await noticed(pack.subarray(0, length)), `cut off at ${length}`).not.toBeNull();
    }
    for (const more of ['\0', 'x', 'PK\x05\x06'.padEnd(22, '\0')]) {
      expect(await noticed(Buffer.concat([pack, Buffer.from(more)]))).not.toBeNull();
      expect(await noticed(Buffer.concat([Buffer.from(more), pack]))).not.toBeNull();
    }
  });

  const rebuilt = (change: (entries: PackedEntry[]) => PackedEntry[]) => noticed(zipOf(change(readZip(stamped))));
  const extra = packedEntry('extra.txt', Buffer.from('More'));
  it.each<[string, (entries: PackedEntry[]) => PackedEntry[], RegExp]>([
    ['a file that was added', (all) => [...all, extra], /extra\.txt was added/],
    ['a file that is gone', (all) => all.filter(({ name }) => name !== 'README.txt'), /README\.txt is missing/],
    ['a file that is there twice', (all) => [...all, ...all.slice(0, 1)], /two files of one name/],
    ['files that changed places', ([a, b, ...all]) => [b, a, ...all] as PackedEntry[], /order/],
    ['a time stamp that was taken off', (all) => all.slice(0, -2), /manifest\.tsr is missing/],
    [
      'a file with another name',
      (all) => all.map((one) => (one.name === 'README.txt' ? { ...one, name: 'README.md' } : one)),
      /README\.txt is missing/,
    ],
    [
      'a file that was packed anew, with the same text',
      (all) => all.map((one) => (one.name === 'controls.json' ? packedEntry(one.name, unpacked(one), true) : one)),
      /packed anew/,
    ],
    [
      'a manifest that was packed, with the same text',
      (all) => all.map((one) => (one.name === 'manifest.json' ? packedEntry(one.name, unpacked(one)) : one)),
      /packed anew/,
    ],
    [
      'a name that leads out of the folder',
      (all) => all.map((one) => (one.name === 'README.txt' ? { ...one, name: '../README.txt' } : one)),
      /name that no pack has/,
    ],
  ])('written anew with %s is noticed', async (_, change, words) => {
    expect(await rebuilt(change)).toMatch(words);
  });

  it('signed by another key under the same manifest is noticed', async () => {
    const other = await packSigner();
    const entries = readZip(pack).map((one) =>
      one.name === packFiles.publicKey ? packedEntry(one.name, Buffer.from(JSON.stringify(other.key))) : one,
    );
    expect(await noticed(zipOf(entries))).not.toBeNull();
  });

  it('that unpacks to more than it says is refused before it is unpacked', async () => {
    const bomb = packedEntry('bomb.txt', Buffer.alloc(50_000_000));
    expect(await noticed(zipOf([{ ...bomb, size: 10 }]))).toMatch(/cannot be unpacked/);
    const claims = Array.from({ length: 9 }, (_, n) => ({ ...bomb, name: `bomb-${n}.txt`, size: 100_000_000 }));
    expect(await noticed(zipOf(claims))).toMatch(/more than a pack may hold/);
  });

  it('of a newer form is not said to be tampered with', async () => {
    const newer = { ...packHead, evidencePack: 2 } as unknown as Manifest;
    expect(await noticed(await sealPack({ head: newer as never, files }, signer, null))).toMatch(
      /form 2.*knows form 1/,
    );
  });
});

describe('a detached signature', () => {
  it('has one form only: its other half of the curve, another base64 and a line break are noticed', async () => {
    const signer = await packSigner();
    const payload = Buffer.from('A manifest');
    const raw = Buffer.from(await signer.sign(signingInput(signer.key.kid, payload)));
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const low = lowS(raw);
    const high = order - BigInt(`0x${low.subarray(32).toString('hex')}`);
    const other = Buffer.concat([low.subarray(0, 32), Buffer.from(high.toString(16).padStart(64, '0'), 'hex')]);
    expect(lowS(other)).toEqual(low);
    const [header] = detachedJws(signer.key.kid, raw).split('.');
    const told = (signature: string) => signatureProblem(`${header}..${signature}`, payload, signer.key);
    expect(told(low.toString('base64url'))).toBeNull();
    expect(told(other.toString('base64url'))).toMatch(/other form/);
    expect(told(`${low.toString('base64url')}=`)).not.toBeNull();
    expect(told(`${low.toString('base64url')}\n`)).not.toBeNull();
  });
});
