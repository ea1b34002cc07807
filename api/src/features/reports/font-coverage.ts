/** Tells whether a typeface has a glyph for a Unicode code point. */
export type HasGlyph = (codePoint: number) => boolean;

/**
 * Reads which characters a TrueType or OpenType font file covers, from its `cmap` table (formats 4 and 12,
 * OpenType specification, "cmap - Character to Glyph Index Mapping Table").
 * Throws when the file holds no Unicode character map that can be read.
 */
export function readFontCoverage(font: Uint8Array): HasGlyph {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const cmap = tableOffset(view, 'cmap');
  const covered = new Set<number>();
  let mapsRead = 0;
  for (let index = 0; index < view.getUint16(cmap + 2); index += 1) {
    const record = cmap + 4 + index * 8;
    if (!isUnicodeMap(view.getUint16(record), view.getUint16(record + 2))) continue;
    const map = cmap + view.getUint32(record + 4);
    const format = view.getUint16(map);
    if (format === 4) addSegments(view, map, covered);
    else if (format === 12) addGroups(view, map, covered);
    else continue;
    mapsRead += 1;
  }
  if (mapsRead === 0) throw new Error('The font has no Unicode character map of format 4 or 12');
  return (codePoint) => covered.has(codePoint);
}

function isUnicodeMap(platform: number, encoding: number): boolean {
  return platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
}

function tableOffset(view: DataView, wanted: string): number {
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const record = 12 + index * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(record + at)));
    if (tag === wanted) return view.getUint32(record + 8);
  }
  throw new Error(`The font has no ${wanted} table`);
}

function addSegments(view: DataView, map: number, covered: Set<number>): void {
  const twiceSegments = view.getUint16(map + 6);
  const ends = map + 14;
  const starts = ends + twiceSegments + 2;
  const deltas = starts + twiceSegments;
  const offsets = deltas + twiceSegments;
  for (let at = 0; at < twiceSegments; at += 2) {
    const start = view.getUint16(starts + at);
    const end = view.getUint16(ends + at);
    const delta = view.getUint16(deltas + at);
    const offset = view.getUint16(offsets + at);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const glyph = offset === 0 ? code : view.getUint16(offsets + at + offset + (code - start) * 2);
      if (glyph !== 0 && ((glyph + delta) & 0xffff) !== 0) covered.add(code);
    }
  }
}

function addGroups(view: DataView, map: number, covered: Set<number>): void {
  for (let index = 0; index < view.getUint32(map + 12); index += 1) {
    const group = map + 16 + index * 12;
    const start = view.getUint32(group);
    const firstGlyph = view.getUint32(group + 8);
    for (let code = start; code <= view.getUint32(group + 4); code += 1) {
      if (firstGlyph + code - start !== 0) covered.add(code);
    }
  }
}
