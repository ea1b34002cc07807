import {
  type Drawing,
  type Inline,
  type Line,
  type Page,
  type PdfDocument,
  type PdfFont,
  type PdfRef,
  Renderer,
} from './pdfmake-parts.ts';
import { artifact, type Belonging, partOf, type StructurePart } from './structure.ts';
import { TagWriter } from './tag-writer.ts';

type Form = { name: string; ref: PdfRef };

/** Words of one look that follow one another. */
type TextRun = { words: string[]; first: Inline; width: number };

/**
 * Draws the pages that were laid out. Against pdfmake's own renderer, words of one look are one piece of text, each
 * drawing is kept in the file once, and everything is marked with what it is in the document's structure.
 */
export class PressRenderer extends Renderer {
  readonly #tags: TagWriter;
  readonly #forms = new Map<string, Form>();
  readonly #encoded = new Map<PdfFont, Map<string, string>>();

  constructor(document: PdfDocument, root: StructurePart) {
    super(document);
    this.#tags = new TagWriter(document, root);
  }

  override renderPages(pages: Page[]): void {
    for (const [index, { pageSize, items }] of pages.entries()) {
      this.pdfDocument.addPage({ size: [pageSize.width, pageSize.height] });
      for (const { type, item } of items) {
        this.#tags.open(partOf(item as Belonging), index);
        if (type === 'line') this.#line(item as Line, partOf(item as Belonging), index);
        else if (type === 'svg') this.#svg(item as Drawing);
        else if (type === 'image') this.renderImage(item);
        else if (type === 'vector') this.renderVector(item);
        else throw new Error(`The press draws no ${type}`);
      }
      this.#tags.close();
    }
    this.#tags.end();
  }

  #line(line: Line, part: StructurePart | typeof artifact, page: number): void {
    this.#outline(line);
    const [first] = line.inlines;
    if (line._pageNodeRef && first) putPageNumber(first, line._pageNodeRef);
    if (line.id !== undefined && first) {
      this.pdfDocument.addNamedDestination(line.id, 'XYZ', line.x + first.x, line.y, null);
    }
    const baseline = line.y + line.getAscenderHeight();
    for (const run of runsOf(line.inlines)) {
      const { link, linkToDestination, fontSize } = run.first;
      const target = link ?? linkToDestination;
      if (target === null || target === undefined || part === artifact) {
        // What follows a link on its line belongs to the line's part again.
        this.#tags.open(part, page);
        this.#text(run, line.x, baseline);
        continue;
      }
      const element = this.#tags.openLink(part);
      this.#text(run, line.x, baseline);
      const box = [line.x + run.first.x, baseline - fontSize * 0.9, run.width, fontSize * 1.15] as const;
      const options = { structParent: element, Contents: new String(run.words.join('').trim()) as string };
      if (link) this.pdfDocument.link(...box, link, options);
      else this.pdfDocument.goTo(...box, target, options);
      this.#tags.closeLink(element);
    }
  }

  #text({ words, first }: TextRun, lineX: number, baseline: number): void {
    const { font, fontSize, color, isBoldened } = first;
    const { page } = this.pdfDocument;
    page.fonts[font.id] ??= font.ref();
    const glyphs = words.map((word) => this.#glyphsOf(word, font)).join('');
    const fill = rgb(color);
    // Fonts without a bold file are drawn with a thin outline.
    const pen = isBoldened ? `2 Tr ${round(fontSize * 0.03)} w ${fill} RG ` : '';
    const at = `${round(lineX + first.x)} ${round(baseline)}`;
    const content = `BT ${pen}${fill} rg /${font.id} ${round(fontSize)} Tf 1 0 0 -1 ${at} Tm [${glyphs}] TJ ET`;
    this.pdfDocument.addContent(isBoldened ? `q ${content} Q` : content);
    if (first.decoration === 'underline') this.#underline(lineX + first.x, baseline, words, first, fill);
  }

  #underline(x: number, baseline: number, words: string[], { fontSize, font }: Inline, fill: string): void {
    const width = (font.layout(words.join('').trimEnd(), undefined, true).advanceWidth * fontSize) / 1000;
    const y = baseline + fontSize * 0.12;
    const rule = `${round(fontSize * 0.06)} w ${round(x)} ${round(y)} m ${round(x + width)} ${round(y)} l S`;
    this.pdfDocument.addContent(`q ${fill} RG ${rule} Q`);
  }

  /** The glyphs of a word with what each is moved by, as an operator for text takes them. */
  #glyphsOf(word: string, font: PdfFont): string {
    let known = this.#encoded.get(font);
    if (known === undefined) {
      known = new Map();
      this.#encoded.set(font, known);
    }
    let glyphs = known.get(word);
    if (glyphs === undefined) {
      glyphs = encodedGlyphs(word, font);
      known.set(word, glyphs);
    }
    return glyphs;
  }

  #outline({ _outline: entry }: Line): void {
    if (!entry) return;
    const parent = (entry.parentId && this.outlineMap[entry.parentId]) || this.pdfDocument.outline;
    const item = (parent as PdfDocument['outline']).addItem(entry.text, { expanded: entry.expanded });
    if (entry.id) this.outlineMap[entry.id] = item;
  }

  #svg(drawing: Drawing): void {
    const key = `${drawing._width} ${drawing._height} ${drawing.svg}`;
    const form = this.#forms.get(key) ?? this.#form(drawing);
    this.#forms.set(key, form);
    this.pdfDocument.page.xobjects[form.name] = form.ref;
    const { x, y } = drawing;
    this.pdfDocument.addContent(`q 1 0 0 1 ${round(x)} ${round(y)} cm /${form.name} Do Q`);
  }

  /** The drawing as an object of the file, which pages refer to. */
  #form(drawing: Drawing): Form {
    const { page } = this.pdfDocument;
    const content: string[] = [];
    const write = page.write;
    page.write = (line) => content.push(line);
    try {
      this.renderSVG({ ...drawing, x: 0, y: 0 });
    } finally {
      page.write = write;
    }
    const text = content.join('\n');
    const used = (resources: Record<string, PdfRef>) =>
      Object.fromEntries(Object.entries(resources).filter(([name]) => text.includes(`/${name} `)));
    const ref = this.pdfDocument.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, drawing._width, drawing._height],
      Resources: { Font: used(page.fonts), ExtGState: used(page.ext_gstates) },
    });
    ref.end(text);
    return { name: `D${this.#forms.size}`, ref };
  }
}

/** The page that a reference leads to is known only now. */
function putPageNumber(inline: Inline, { positions }: NonNullable<Line['_pageNodeRef']>): void {
  const [position] = positions ?? [];
  if (!position) throw new Error('A page reference leads nowhere');
  inline.text = String(position.pageNumber);
  const width = (inline.font.layout(inline.text, undefined, true).advanceWidth * inline.fontSize) / 1000;
  if (inline.alignment === 'right') inline.x += inline.width - width;
  inline.width = width;
}

function runsOf(inlines: readonly Inline[]): TextRun[] {
  const runs: TextRun[] = [];
  for (const inline of inlines) {
    const last = runs.at(-1);
    if (last !== undefined && looksLike(inline, last.first)) {
      last.words.push(inline.text);
      last.width += inline.width;
    } else if (inline.text !== '') runs.push({ words: [inline.text], first: inline, width: inline.width });
  }
  return runs;
}

const looksLike = (one: Inline, other: Inline) =>
  one.font === other.font &&
  one.fontSize === other.fontSize &&
  one.color === other.color &&
  one.link === other.link &&
  one.linkToDestination === other.linkToDestination &&
  one.isBoldened === other.isBoldened &&
  one.decoration === other.decoration;

function encodedGlyphs(word: string, font: PdfFont): string {
  const [codes, positions] = font.encode(word);
  let text = '';
  let glyphs = '';
  for (const [index, code] of codes.entries()) {
    glyphs += code;
    const moved = (positions[index]?.xAdvance ?? 0) - (positions[index]?.advanceWidth ?? 0);
    if (moved === 0) continue;
    text += `<${glyphs}> ${round(-moved)} `;
    glyphs = '';
  }
  return glyphs === '' ? text : `${text}<${glyphs}>`;
}

const colorsSeen = new Map<string, string>();

/** A color such as #0F6CBD as an operator for colors takes it. */
function rgb(color: string): string {
  const seen = colorsSeen.get(color);
  if (seen !== undefined) return seen;
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (!hex && color !== 'black') throw new Error(`The press knows no color ${color}`);
  const parts = (hex?.slice(1) ?? ['0', '0', '0']).map((part) => round(Number.parseInt(part, 16) / 255));
  const text = parts.join(' ');
  if (colorsSeen.size < 100) colorsSeen.set(color, text);
  return text;
}

const round = (value: number) => Math.round(value * 1000) / 1000;
