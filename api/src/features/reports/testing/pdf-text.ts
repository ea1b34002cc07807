import { inflateSync } from 'node:zlib';

/** The text of a PDF made by pdfmake: the glyphs of each page, read back through the fonts' ToUnicode maps. */
export function pdfText(bytes: Uint8Array): { pages: number; text: string } {
  const raw = Buffer.from(bytes).toString('latin1');
  const objects = pdfObjects(raw);
  const fonts = pdfFonts(raw, objects);
  const pages = Array.from(raw.matchAll(/\/Type \/Page\n[\s\S]*?\/Contents (\d+) 0 R/g), ([, id]) => {
    let glyphs: string[] = [];
    const parts = streamOf(objects, id).matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9a-f]+)>/g);
    return Array.from(parts, ([, font, hex]) => {
      if (font !== undefined) glyphs = fonts.get(font) ?? [];
      return (hex?.match(/.{4}/g) ?? []).map((code) => glyphs[Number.parseInt(code, 16)] ?? '').join('');
    }).join('');
  });
  return { pages: pages.length, text: pages.join('\n') };
}

/** The objects of a PDF by their number. */
export const pdfObjects = (raw: string): Map<string, string> =>
  new Map(Array.from(raw.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g), ([, id, body]) => [id ?? '', body ?? '']));

function streamOf(objects: Map<string, string>, id: string | undefined): string {
  const data = /stream\n([\s\S]*)\nendstream/.exec(objects.get(id ?? '') ?? '')?.[1] ?? '';
  return inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
}

/** What each glyph of each font stands for. */
export function pdfFonts(raw: string, objects: Map<string, string>): Map<string, string[]> {
  const names = new Map(Array.from(raw.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name, id]) => [name ?? '', id ?? '']));
  return new Map(
    Array.from(names, ([name, id]) => {
      const map = streamOf(objects, /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1]);
      const glyphs = [...map.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list]) =>
        Array.from((list ?? '').matchAll(/<([0-9a-f ]*)>/gi), ([, hex]) => fromUtf16(hex ?? '')),
      );
      return [name, glyphs] as const;
    }),
  );
}

function fromUtf16(hex: string): string {
  return (hex.replaceAll(' ', '').match(/.{4}/g) ?? [])
    .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
    .join('');
}
