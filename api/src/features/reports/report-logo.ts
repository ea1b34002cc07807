import { inflateSync } from 'node:zlib';
import type { Content } from 'pdfmake/interfaces';
import type { ReportLogo } from './report-model.ts';

/** A drawing is made of shapes, colors and text; nothing in it names a file or an address. */
const forbidden =
  /<\s*(?:image|style|script|foreignobject)\b|<!|\bhref\s*=\s*["'](?!#)|url\(\s*['"]?(?!#)|\bon\w+\s*=/i;
const maxSvgCharacters = 300_000;
/** An A4 page at 300 dots an inch has about 8.7 million. */
const maxPixels = 4_000_000;

/**
 * The logo within a box of the given size, or null where there is none. It was checked when it was stored; one that could
 * still fetch, read or grow is left out here, and the name stands alone.
 */
export function logoContent(
  logo: ReportLogo | null,
  box: [width: number, height: number],
  organization: string | null,
): { content: Content; heightPt: number } | null {
  if (logo === null || !(logo.width > 0) || !(logo.height > 0)) return null;
  const scale = Math.min(box[0] / logo.width, box[1] / logo.height);
  const size = { width: logo.width * scale, height: logo.height * scale };
  const alt = organization === null ? 'Logo' : `Logo of ${organization}`;
  if (logo.contentType === 'image/svg+xml') {
    const svg = Buffer.from(logo.base64, 'base64').toString('utf8');
    if (svg.length > maxSvgCharacters || forbidden.test(svg)) return null;
    return { content: { svg, ...size, alt }, heightPt: size.height };
  }
  if (!isBoundedPng(Buffer.from(logo.base64, 'base64'))) return null;
  return { content: { image: `data:image/png;base64,${logo.base64}`, ...size, alt }, heightPt: size.height };
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Whether the picture holds as many points as it says, and no more than a logo needs: what is unpacked is bounded. */
export function isBoundedPng(file: Buffer): boolean {
  if (file.length < 33 || !file.subarray(0, 8).equals(signature) || file.toString('latin1', 12, 16) !== 'IHDR') {
    return false;
  }
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  if (width === 0 || height === 0 || width * height > maxPixels) return false;
  const data: Buffer[] = [];
  let at = 8;
  while (at + 12 <= file.length) {
    const length = file.readUInt32BE(at);
    if (at + 12 + length > file.length) return false;
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') data.push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
    if (type === 'IEND') break;
  }
  // At most 8 bytes a point, a byte a line, and as much again for what is sent in several passes.
  const mostBytes = width * height * 8 + height * 2 + 4096;
  try {
    return inflateSync(Buffer.concat(data), { maxOutputLength: mostBytes }).length > 0;
  } catch (error) {
    // Too much, or not packed as it should be: both make it no picture for us.
    if (error instanceof Error) return false;
    throw error;
  }
}
