import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { truncate } from '@tenantry/contract/text';

/** A file of a pack as it lies in the zip: its bytes as they are packed, and what they unpack to. */
export type PackedEntry = { name: string; method: 0 | 8; crc: number; size: number; packed: Buffer };

/** The zip is not to the letter as a pack is written: in words for whoever verifies it. */
export class PackFormError extends Error {
  override name = 'PackFormError';
}

/** Of a pack: a snapshot of 100,000 accounts takes a few MB of it. */
export const maxPackBytes = 128 * 1024 * 1024;
/** Of everything unpacked. */
const maxUnpackedBytes = 256 * 1024 * 1024;
const maxEntries = 32;
/** Names are our own: short, none leads out of the folder that it is unpacked in, and none is read two ways. */
const entryName = /^(?=.{1,60}$)[a-z0-9][a-z0-9-]*(\.[a-z0-9]+)+$/i;

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 };
const sizes = { local: 30, central: 46, end: 22 };
const stored = 0;
const deflated = 8;
/** The first day that a zip can tell: when a pack was made stands in its manifest. */
const firstDay = 0x0021;
const version = 20;

/** @param isStored kept as it is: a file whose own signature has to hold for its bytes */
export function packedEntry(name: string, bytes: Uint8Array, isStored = false): PackedEntry {
  const packed = isStored ? Buffer.from(bytes) : deflateRawSync(bytes, { level: 9 });
  return { name, method: isStored ? stored : deflated, crc: crc32(bytes), size: bytes.length, packed };
}

/** The fields that both headers of an entry have (APPNOTE.TXT 6.3.10, 4.3.7 and 4.3.12). */
function shared({ name, method, crc, size, packed }: PackedEntry): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(0, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt16LE(0, 6);
  fields.writeUInt16LE(firstDay, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function localHeader(entry: PackedEntry): Buffer {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(signatures.local);
  return Buffer.concat([signature, shared(entry), Buffer.from(entry.name, 'ascii')]);
}

function centralHeader(entry: PackedEntry, offset: number): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt32LE(signatures.central);
  head.writeUInt16LE(version, 4);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(offset, 10);
  return Buffer.concat([head, shared(entry), tail, Buffer.from(entry.name, 'ascii')]);
}

/**
 * The zip of these entries, in their order: the same entries give the same bytes, whenever and wherever it is written. No entry has an
 * extra field, a comment or a time of its own, so that nothing in it is beyond what the manifest tells.
 */
export function zipOf(entries: readonly PackedEntry[]): Buffer<ArrayBuffer> {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const local = Buffer.concat([localHeader(entry), entry.packed]);
    centrals.push(centralHeader(entry, offset));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(sizes.end);
  end.writeUInt32LE(signatures.end);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

/** Whether a file begins as a zip does, or ends as one. */
export function looksLikeZip(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < sizes.end) return false;
  return (
    buffer.readUInt32LE(0) === signatures.local || buffer.readUInt32LE(buffer.length - sizes.end) === signatures.end
  );
}

function endOf(zip: Buffer): { count: number; offset: number; length: number } {
  const at = zip.length - sizes.end;
  if (at < 0 || zip.readUInt32LE(at) !== signatures.end)
    throw new PackFormError('It does not end as a zip without a comment does: it was cut off, or something was added.');
  const [count, length, offset] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 12), zip.readUInt32LE(at + 16)];
  if (count > maxEntries)
    throw new PackFormError(`It says that it holds ${count} files: a pack has ${maxEntries} at most.`);
  if (offset + length !== at) throw new PackFormError('Its directory does not lie where it says.');
  return { count, offset, length };
}

function entryAt(zip: Buffer, at: number, until: number): { entry: PackedEntry; next: number } {
  if (at + sizes.central > until || zip.readUInt32LE(at) !== signatures.central)
    throw new PackFormError('Its directory cannot be read.');
  const nameEnd = at + sizes.central + zip.readUInt16LE(at + 28);
  if (nameEnd > until) throw new PackFormError('Its directory cannot be read.');
  const name = zip.toString('latin1', at + sizes.central, nameEnd);
  if (!entryName.test(name))
    throw new PackFormError(`A file in it has a name that no pack has: ${JSON.stringify(truncate(name, 60, '…'))}.`);
  const method = zip.readUInt16LE(at + 10);
  if (method !== stored && method !== deflated)
    throw new PackFormError(`${name} is packed in a way that no pack uses.`);
  const [crc, packedSize, size, offset] = [16, 20, 24, 42].map((field) => zip.readUInt32LE(at + field)) as [
    number,
    number,
    number,
    number,
  ];
  const begin = offset + sizes.local + name.length;
  if (begin + packedSize > zip.length) throw new PackFormError(`${name} does not lie where the directory says.`);
  return { entry: { name, method, crc, size, packed: zip.subarray(begin, begin + packedSize) }, next: nameEnd };
}

/**
 * The entries of a zip that was written by `zipOf` and by nothing else: it is written again from what was read, and has to be the same to
 * the byte. So there is no byte in it that nobody looks at.
 * @throws PackFormError
 */
export function readZip(bytes: Uint8Array): PackedEntry[] {
  if (bytes.length > maxPackBytes) throw new PackFormError(`It is larger than a pack may be (${maxPackBytes} bytes).`);
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, offset, length } = endOf(zip);
  const entries: PackedEntry[] = [];
  let at = offset;
  while (entries.length < count) {
    const { entry, next } = entryAt(zip, at, offset + length);
    entries.push(entry);
    at = next;
  }
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  if (names.size < entries.length) throw new PackFormError('It holds two files of one name.');
  if (!zipOf(entries).equals(zip))
    throw new PackFormError('Between and around its files are bytes that no pack has: something was changed or added.');
  if (entries.reduce((sum, { size }) => sum + size, 0) > maxUnpackedBytes)
    throw new PackFormError('It says that it unpacks to more than a pack may hold.');
  return entries;
}

/** @throws PackFormError where the bytes are not what the entry says */
export function unpacked({ name, method, crc, size, packed }: PackedEntry): Buffer {
  let bytes: Buffer;
  try {
    bytes = method === stored ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch (error) {
    throw new PackFormError(`${name} cannot be unpacked: it was changed, or holds more than the zip says.`, {
      cause: error,
    });
  }
  if (bytes.length !== size || crc32(bytes) !== crc) throw new PackFormError(`${name} is not what the zip says of it.`);
  return bytes;
}
