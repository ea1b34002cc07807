import {
  type Box,
  LayoutBuilder,
  type Line,
  type Page,
  type PdfDocument,
  type RowToLayOut,
  SvgMeasure,
} from './pdfmake-parts.ts';
import type { FontFor } from './press-fonts.ts';
import { QuickInlines } from './quick-inlines.ts';
import { artifact, type Belonging, type StructurePart, type StructureType, typeOfText } from './structure.ts';

/** What a document definition says to the press beyond pdfmake's own words; see `press.ts`. */
type Tagged = Box & Belonging & { alt?: string; isTable?: boolean; continuesTable?: boolean };

/** Asked where a box with an id is about to be laid out: whether it starts a new page there. */
export type BreaksBefore = (box: { id: string; startPosition: { verticalRatio: number } }) => boolean;

/**
 * pdfmake's layout in one pass. pdfmake lays a document out again, measuring every word anew, for each page break that
 * `pageBreakBefore` asks for; here it is asked when the place is reached. Each line and drawing is told what part of the
 * document's structure it belongs to.
 */
export class PressLayout extends LayoutBuilder {
  readonly root: StructurePart = { type: 'Document', kids: [] };
  #part: StructurePart | typeof artifact = this.root;
  #breaksBefore: BreaksBefore | undefined;
  readonly #fontFor: FontFor;
  readonly #tocTables = new WeakSet<Box>();
  readonly #cells = new WeakMap<Box, StructurePart>();

  constructor(size: object, margins: object, fontFor: FontFor) {
    super(size, margins, new RememberedSvgMeasure());
    this.#fontFor = fontFor;
  }

  override layoutDocument(...parts: unknown[]): Page[] {
    this.#breaksBefore = parts[8] as BreaksBefore | undefined;
    return super.layoutDocument(...parts.slice(0, 8));
  }

  override tryLayoutDocument(...parts: unknown[]): { pages: Page[] } {
    this.docMeasure.textInlines = new QuickInlines(parts[1] as PdfDocument, this.#fontFor);
    return super.tryLayoutDocument(...parts);
  }

  override addBackground(background: unknown): void {
    this.#within(artifact, () => super.addBackground(background));
  }

  override addHeadersAndFooters(header: unknown, footer: unknown): void {
    this.#within(artifact, () => super.addHeadersAndFooters(header, footer));
  }

  override processNode(box: Tagged, isCell?: boolean): void {
    this.#breakBefore(box);
    this.#within(this.#partFor(box), () => {
      for (const drawing of [box, ...(box.canvas ?? [])]) (drawing as Belonging)._part = this.#part;
      if (box.svg !== undefined || box.image !== undefined || box.canvas) this.#drawn(box, isCell);
      else super.processNode(box, isCell);
    });
  }

  override processRow(row: RowToLayOut): unknown {
    const { tableNode, rowIndex = 0, cells } = row;
    const table = this.#part;
    if (table === artifact || tableNode === undefined || (table.type !== 'Table' && table.type !== 'TOC')) {
      return super.processRow(row);
    }
    // The last rows of a long table are a table in one cell, so that they stay together.
    if (cells.some((cell: Tagged) => cell.continuesTable)) return super.processRow(row);
    const isHead = rowIndex < (tableNode.table?.headerRows ?? 0);
    const line = this.#added(table, table.type === 'TOC' ? 'TOCI' : 'TR');
    for (const [index, cell] of cells.entries()) {
      if (table.type === 'TOC') this.#cells.set(cell, line);
      else if (!cell._span)
        this.#cells.set(cell, this.#cell(line, isHead, (tableNode as Tagged).isTable && index === 0));
    }
    return super.processRow(row);
  }

  override buildNextLine(box: Box): Line | null {
    const line = super.buildNextLine(box);
    if (line !== null) (line as Belonging)._part = this.#part;
    return line;
  }

  #drawn(box: Tagged, isCell: boolean | undefined): void {
    if (box.alt !== undefined || this.#part === artifact) super.processNode(box, isCell);
    else
      this.#within(artifact, () => {
        for (const drawing of [box, ...(box.canvas ?? [])]) (drawing as Belonging)._part = artifact;
        super.processNode(box, isCell);
      });
  }

  #breakBefore(box: Box): void {
    if (box.id === undefined || this.#breaksBefore === undefined || this.writer.transactionLevel > 0) return;
    const context = this.writer.context();
    if (context.getCurrentPage() === null) return;
    const { verticalRatio, pageInnerHeight } = context.getCurrentPosition();
    const startPosition = { verticalRatio: verticalRatio + (box._margin?.[1] ?? 0) / pageInnerHeight };
    if (box.pageBreak !== 'before' && this.#breaksBefore({ id: box.id, startPosition })) box.pageBreak = 'before';
  }

  #partFor(box: Tagged): StructurePart | typeof artifact {
    const part = this.#part;
    if (part === artifact) return artifact;
    const cell = this.#cells.get(box);
    if (cell === undefined) return this.#partOfBox(box, part);
    // The text of a cell is the cell's own.
    return box.text === undefined ? this.#partOfBox(box, cell) : cell;
  }

  #partOfBox(box: Tagged, parent: StructurePart): StructurePart {
    if (box.toc?._table) this.#tocTables.add(box.toc._table);
    if (this.#tocTables.has(box)) return this.#added(parent, 'TOC');
    if (box.continuesTable) return parent;
    if (box.isTable || (box.table?.headerRows ?? 0) > 0) return this.#added(parent, 'Table');
    if (box.ul || box.ol) return this.#added(parent, 'L');
    if (parent.type === 'L') return this.#added(this.#added(parent, 'LI'), 'LBody');
    if (box.alt !== undefined) return Object.assign(this.#added(parent, 'Figure'), { alt: box.alt });
    if (box.text !== undefined && box.text !== '') return this.#textPart(box, parent);
    return parent;
  }

  #cell(line: StructurePart, isHead: boolean, namesRow: boolean | undefined): StructurePart {
    if (isHead) return Object.assign(this.#added(line, 'TH'), { scope: 'Column' as const });
    return namesRow ? Object.assign(this.#added(line, 'TH'), { scope: 'Row' as const }) : this.#added(line, 'TD');
  }

  #textPart(box: Tagged, parent: StructurePart): StructurePart {
    const type = typeOfText(box.style);
    // A paragraph in a list item or a table of contents is the item itself.
    if (type === 'P' && (parent.type === 'LBody' || parent.type === 'TOCI')) return parent;
    return this.#added(parent, type);
  }

  #added(parent: StructurePart, type: StructureType): StructurePart {
    const part: StructurePart = { type, kids: [] };
    parent.kids.push(part);
    return part;
  }

  #within(part: StructurePart | typeof artifact, run: () => void): void {
    const outer = this.#part;
    this.#part = part;
    run();
    this.#part = outer;
  }
}

/** The same few icons stand in a report thousands of times. */
class RememberedSvgMeasure extends SvgMeasure {
  readonly #sizes = new Map<string, { width: number; height: number }>();
  readonly #sized = new Map<string, string>();

  override measureSVG(svg: string): { width: number; height: number } {
    const known = this.#sizes.get(svg) ?? super.measureSVG(svg);
    this.#sizes.set(svg, known);
    return known;
  }

  override writeDimensions(svg: string, size: { width: number; height: number }): string {
    const key = `${size.width} ${size.height} ${svg}`;
    const known = this.#sized.get(key) ?? super.writeDimensions(svg, size);
    this.#sized.set(key, known);
    return known;
  }
}
