import { inflateSync } from 'node:zlib';
import { pdfFonts, pdfObjects } from './pdf-text.ts';

/** An element of the structure tree, with the text of what is marked as its own. */
export type StructureNode = {
  type: string;
  alt: string | undefined;
  scope: string | undefined;
  text: string;
  /** What it marks, as page and number on the page. */
  contents: string[];
  /** How many annotations are its own. */
  objects: number;
  kids: StructureNode[];
};

/** The structure tree of a PDF made by the press; what is drawn outside of any mark; how many marks there are. */
export function pdfStructure(bytes: Uint8Array): { root: StructureNode; unmarked: string[]; marks: number } {
  const raw = Buffer.from(bytes).toString('latin1');
  const objects = pdfObjects(raw);
  const { texts, unmarked } = markedTexts(raw, objects);
  const node = (id: string): StructureNode => {
    const body = objects.get(id) ?? '';
    const kids = /\/K \[([\s\S]*?)\]\n/.exec(body)?.[1] ?? '';
    const page = /\/Pg (\d+) 0 R/.exec(body.replace(/\/K \[[\s\S]*?\]\n/, ''))?.[1];
    const found: StructureNode = {
      type: /\/S \/(\w+)/.exec(body)?.[1] ?? '',
      alt: /\/Alt \((.*)\)/.exec(body)?.[1],
      scope: /\/Scope \/?\(?(\w+)/.exec(body)?.[1],
      text: '',
      contents: [],
      objects: 0,
      kids: [],
    };
    const parts: string[] = [];
    for (const [token] of kids.matchAll(/<<[\s\S]*?>>|\d+ 0 R|\d+/g)) {
      const elsewhere = /\/Type \/MCR\n\/Pg (\d+) 0 R\n\/MCID (\d+)/.exec(token);
      if (token.includes('/OBJR')) found.objects += 1;
      else if (token.endsWith(' 0 R')) {
        const kid = node(token.slice(0, -' 0 R'.length));
        found.kids.push(kid);
        if (kid.type === 'Link') parts.push(kid.text);
      } else {
        const key = elsewhere ? `${elsewhere[1]}/${elsewhere[2]}` : `${page}/${token}`;
        found.contents.push(key);
        parts.push(texts.get(key) ?? '');
      }
    }
    found.text = parts.join('');
    return found;
  };
  const tree = /\/StructTreeRoot (\d+) 0 R/.exec(raw)?.[1] ?? '';
  const top = /\/K \[(\d+) 0 R/.exec(objects.get(tree) ?? '')?.[1] ?? '';
  return { root: node(top), unmarked, marks: texts.size };
}

type Marked = { texts: Map<string, string>; unmarked: string[] };

/** The text of each mark by page and number, and what is painted outside of all of them. */
function markedTexts(raw: string, objects: Map<string, string>): Marked {
  const fonts = pdfFonts(raw, objects);
  const texts = new Map<string, string>();
  const unmarked: string[] = [];
  for (const [id, body] of objects) {
    const content = /\/Type \/Page\n[\s\S]*?\/Contents (\d+) 0 R/.exec(body)?.[1];
    if (content === undefined) continue;
    const data = /stream\n([\s\S]*)\nendstream/.exec(objects.get(content) ?? '')?.[1] ?? '';
    let mark: string | null = null;
    let glyphs: string[] = [];
    for (const line of inflateSync(Buffer.from(data, 'latin1')).toString('latin1').split('\n')) {
      const mcid = /\/MCID (\d+)/.exec(line)?.[1];
      if (mcid !== undefined) {
        mark = `${id}/${mcid}`;
        texts.set(mark, '');
      } else if (/^\/Artifact/.test(line)) mark = 'artifact';
      else if (line === 'EMC') mark = null;
      else if (mark === null && /\b(?:TJ|Do|S|f|B|f\*)\b/.test(line)) unmarked.push(line);
      const known = mark;
      if (known === null || known === 'artifact') continue;
      for (const [, font, hex] of line.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9a-f]+)>/g)) {
        if (font !== undefined) glyphs = fonts.get(font) ?? [];
        const text = (hex?.match(/.{4}/g) ?? []).map((code) => glyphs[Number.parseInt(code, 16)] ?? '').join('');
        texts.set(known, `${texts.get(known) ?? ''}${text}`);
      }
    }
  }
  return { texts, unmarked };
}
