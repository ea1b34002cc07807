import type { PdfDocument, StructureElement } from './pdfmake-parts.ts';
import { artifact, type StructurePart } from './structure.ts';

/** Writes the structure tree of a document, and marks what is drawn with the part of it that it belongs to. */
export class TagWriter {
  readonly #document: PdfDocument;
  readonly #root: StructurePart;
  readonly #elements = new Map<StructurePart, StructureElement>();
  /** Where each head cell was drawn: it stands again on the next pages of its table, for the eye alone. */
  readonly #headPages = new Map<StructurePart, number>();
  #open: StructurePart | typeof artifact | null = null;

  constructor(document: PdfDocument, root: StructurePart) {
    this.#document = document;
    this.#root = root;
    this.#create(root);
  }

  /** What is drawn from here on belongs to `part`. */
  open(part: StructurePart | typeof artifact, page: number): void {
    const shown = this.#isRepeated(part, page) ? artifact : part;
    if (shown === this.#open) return;
    this.close();
    this.#open = shown;
    if (shown === artifact) this.#document.markContent('Artifact', { type: 'Layout' });
    else this.#mark(this.#elementOf(shown), shown.type);
  }

  /** What is drawn until `closeLink` is a link within `part`. */
  openLink(part: StructurePart): StructureElement {
    this.close();
    const link = this.#document.struct('Link');
    this.#elementOf(part).add(link);
    this.#mark(link, 'Link');
    return link;
  }

  closeLink(link: StructureElement): void {
    this.#document.endMarkedContent();
    // Written at once: pdfkit notes the page of a link when its element ends.
    link.end();
    this.#open = null;
  }

  close(): void {
    if (this.#open !== null) this.#document.endMarkedContent();
    this.#open = null;
  }

  end(): void {
    this.#elementOf(this.#root).end();
  }

  #isRepeated(part: StructurePart | typeof artifact, page: number): boolean {
    if (part === artifact || part.scope !== 'Column') return false;
    const first = this.#headPages.get(part) ?? page;
    this.#headPages.set(part, first);
    return first !== page;
  }

  #mark(element: StructureElement, type: string): void {
    element.add(this.#document.markStructureContent(type));
  }

  #create(part: StructurePart): StructureElement {
    const { type, alt, scope } = part;
    const element = this.#document.struct(type, { ...(alt && { alt }), ...(scope && { scope }) });
    this.#elements.set(part, element);
    if (part === this.#root) this.#document.addStructure(element);
    for (const kid of part.kids) element.add(this.#create(kid));
    return element;
  }

  #elementOf(part: StructurePart): StructureElement {
    const element = this.#elements.get(part);
    if (!element) throw new Error(`A ${part.type} is not in the structure tree`);
    return element;
  }
}
