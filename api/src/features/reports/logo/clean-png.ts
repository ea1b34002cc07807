import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';
import { RefusedLogo } from './refused-logo.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxSide = 2000;
/** Samples of a pixel and allowed bit depths, by color type (PNG specification, table 11.1). */
const colorTypes: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
const indexed = 3;

type Chunk = { type: string; data: Buffer };
type Header = { width: number; height: number; depth: number; colorType: number; samples: number };

const damaged = (what: string) =>
  new RefusedLogo(`This PNG is damaged: ${what}. Save it again, or choose another file.`);

function chunksOf(bytes: Buffer): Chunk[] {
  if (!bytes.subarray(0, signature.length).equals(signature)) {
    throw new RefusedLogo('This file is not a PNG. Choose a PNG or an SVG.');
  }
  const chunks: Chunk[] = [];
  let at = signature.length;
  while (chunks.at(-1)?.type !== 'IEND') {
    if (at + 12 > bytes.length) throw damaged('it ends too early');
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw damaged('it ends too early');
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!/^[A-Za-z]{4}$/.test(type)) throw damaged('one of its parts has no name');
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) throw damaged('a checksum is wrong');
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4) });
    at = end;
  }
  if (at !== bytes.length) throw new RefusedLogo('Something follows the end of this PNG. Save it again as a PNG.');
  return chunks;
}

function headerOf([first, ...rest]: readonly Chunk[]): Header {
  if (first?.type !== 'IHDR' || first.data.length !== 13) throw damaged('it does not begin with its header');
  if (rest.some(({ type }) => type === 'IHDR')) throw damaged('it has two headers');
  const { data } = first;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth, colorType, compression, filter, interlace] = data.subarray(8);
  const color = colorTypes[colorType ?? -1];
  if (depth === undefined || colorType === undefined || !color?.depths.includes(depth)) {
    throw damaged('its colors are of no known kind');
  }
  if (compression !== 0 || filter !== 0) throw damaged('it is compressed in no known way');
  if (width === 0 || height === 0) throw damaged('it has no size');
  if (width > maxSide || height > maxSide) {
    throw new RefusedLogo(`The logo is ${width} × ${height} pixels. Choose one of at most ${maxSide} × ${maxSide}.`);
  }
  if (interlace !== 0) throw new RefusedLogo('This PNG is interlaced. Save it without interlacing.');
  return { width, height, depth, colorType, samples: color.samples };
}

/** Palette and transparency, where they fit the colors. */
function colorChunks(chunks: readonly Chunk[], { colorType, depth }: Header): Chunk[] {
  const known = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const strange = chunks.find(({ type }) => /^[A-Z]/.test(type) && !known.has(type));
  if (strange) throw damaged('it has a part that cannot be shown');
  const palettes = chunks.filter(({ type }) => type === 'PLTE');
  const transparent = chunks.filter(({ type }) => type === 'tRNS');
  const [palette] = palettes;
  const entries = (palette?.data.length ?? 0) / 3;
  const fits = Number.isInteger(entries) && entries <= (colorType === indexed ? 2 ** depth : 256);
  if (palettes.length > 1 || transparent.length > 1 || !fits || (colorType === indexed && entries === 0)) {
    throw damaged('its palette does not fit');
  }
  const [alpha] = transparent;
  const length = alpha?.data.length ?? 0;
  const alphaFits = { 0: length === 2, 2: length === 6, 3: length > 0 && length <= entries }[colorType] ?? false;
  if (alpha && !alphaFits) throw damaged('its transparency does not fit');
  // A palette that colors do not use is a suggestion only.
  return [...(colorType === indexed ? palettes : []), ...transparent];
}

const rowBytes = ({ width, depth, samples }: Header) => 1 + Math.ceil((width * depth * samples) / 8);

/** The rows of pixels, each with its filter; never more of them than the header says there are. */
async function pixelsOf(chunks: readonly Chunk[], header: Header): Promise<Buffer> {
  const length = rowBytes(header) * header.height;
  const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
  let pixels: Buffer;
  try {
    pixels = await promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)(Buffer.concat(data), {
      maxOutputLength: length,
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw damaged('its picture cannot be read');
  }
  if (pixels.length !== length) throw damaged('part of its picture is missing');
  for (let at = 0; at < length; at += rowBytes(header)) {
    if ((pixels[at] ?? 0) > 4) throw damaged('its picture cannot be read');
  }
  return pixels;
}

/** No index beyond the palette: whatever prints it would have no color for it. */
function checkIndexes(pixels: Buffer, header: Header, entries: number): void {
  if (header.colorType !== indexed || entries === 2 ** header.depth) return;
  for (const index of indexesOf(pixels, header)) {
    if (index >= entries) throw damaged('its palette does not fit');
  }
}

/** The color indexes of a picture with a palette, its row filters undone. */
function* indexesOf(pixels: Buffer, header: Header): Generator<number> {
  const length = rowBytes(header) - 1;
  let above = Buffer.alloc(length);
  for (let row = 0; row < header.height; row += 1) {
    const start = row * (length + 1);
    const line = unfiltered(pixels.subarray(start + 1, start + 1 + length), pixels[start] ?? 0, above);
    for (let x = 0; x < header.width; x += 1) {
      const bit = x * header.depth;
      const shift = 8 - header.depth - (bit % 8);
      yield ((line[Math.floor(bit / 8)] ?? 0) >> shift) & (2 ** header.depth - 1);
    }
    above = line;
  }
}

/** A row without its filter, of pixels of at most a byte (PNG specification, 9.2). */
function unfiltered(row: Buffer, filter: number, above: Buffer): Buffer<ArrayBuffer> {
  const line = Buffer.from(row);
  for (let at = 0; at < line.length; at += 1) {
    const [left, up, corner] = [line[at - 1] ?? 0, above[at] ?? 0, above[at - 1] ?? 0];
    line[at] = ((row[at] ?? 0) + predicted(filter, left, up, corner)) & 0xff;
  }
  return line;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const base = left + up - corner;
  const [a, b, c] = [Math.abs(base - left), Math.abs(base - up), Math.abs(base - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/**
 * A PNG that really decodes, written anew with what prints alone: no text, no place or time of a camera, nothing hidden behind
 * the picture.
 * @throws RefusedLogo
 */
export async function cleanPng(bytes: Buffer): Promise<{ bytes: Buffer; width: number; height: number }> {
  const chunks = chunksOf(bytes);
  const header = headerOf(chunks);
  const colors = colorChunks(chunks, header);
  const pixels = await pixelsOf(chunks, header);
  const palette = colors.find(({ type }) => type === 'PLTE');
  checkIndexes(pixels, header, (palette?.data.length ?? 0) / 3);
  const compressed = await promisify<Buffer, { level: number }, Buffer>(deflate)(pixels, { level: 9 });
  const [first] = chunks;
  const parts = [
    chunk('IHDR', first?.data ?? Buffer.alloc(0)),
    ...colors.map(({ type, data }) => chunk(type, data)),
    chunk('IDAT', compressed),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return { bytes: Buffer.concat([signature, ...parts]), width: header.width, height: header.height };
}
