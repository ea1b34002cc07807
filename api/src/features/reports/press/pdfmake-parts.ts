import layoutBuilder from 'pdfmake/js/LayoutBuilder.js';
import pageSize from 'pdfmake/js/PageSize.js';
import pdfDocument from 'pdfmake/js/PDFDocument.js';
import renderer from 'pdfmake/js/Renderer.js';
import styleContextStack from 'pdfmake/js/StyleContextStack.js';
import svgMeasure from 'pdfmake/js/SVGMeasure.js';
import textInlines from 'pdfmake/js/TextInlines.js';
import tableLayoutsPart from 'pdfmake/js/tableLayouts.js';

// The parts of pdfmake 0.3 and pdfkit 0.19 that the press is put together of, with what it uses of each.

/** A font within one document. Its measures are in thousandths of the font size. */
export type PdfFont = {
  id: string;
  ascender: number;
  descender: number;
  lineGap: number;
  lineHeight: (size: number) => number;
  layout: (text: string, features: undefined, onlyWidth: true) => { advanceWidth: number };
  encode: (text: string) => [hex: string[], positions: { xAdvance: number; advanceWidth: number }[]];
  ref: () => PdfRef;
};
export type PdfRef = { data: Record<string, unknown>; end: (chunk?: string) => void };

/** An element of the structure tree; it is written once it has a parent and has ended. */
export type StructureElement = { add: (child: object) => StructureElement; end: () => void };

export type PdfDocument = {
  page: {
    height: number;
    fonts: Record<string, PdfRef>;
    xobjects: Record<string, PdfRef>;
    ext_gstates: Record<string, PdfRef>;
    write: (content: string) => void;
  };
  outline: { addItem: (text: string, options: { expanded: boolean }) => unknown };
  on: (event: string, listener: (data: Uint8Array) => void) => void;
  once: (event: string, listener: (error?: Error) => void) => void;
  end: () => void;
  ref: (data: Record<string, unknown>) => PdfRef;
  addPage: (options: { size: [number, number] }) => void;
  addContent: (content: string) => void;
  addNamedDestination: (name: string, kind: 'XYZ', x: number, y: number, zoom: null) => void;
  provideFont: (family: string, bold: boolean, italics: boolean) => PdfFont;
  markContent: (tag: 'Artifact', options: { type: string }) => void;
  markStructureContent: (tag: string) => object;
  endMarkedContent: () => void;
  struct: (type: string, options?: { alt?: string; scope?: string }) => StructureElement;
  addStructure: (element: StructureElement) => void;
  link: (x: number, y: number, width: number, height: number, url: string, options: LinkOptions) => void;
  goTo: (x: number, y: number, width: number, height: number, name: string, options: LinkOptions) => void;
};
type LinkOptions = { structParent: StructureElement; Contents: string };

/** A word or a piece of one, measured; `x` is from the start of its line. */
export type Inline = {
  text: string;
  font: PdfFont;
  fontSize: number;
  color: string;
  width: number;
  height: number;
  x: number;
  leadingCut: number;
  trailingCut: number;
  alignment?: string;
  background?: unknown;
  decoration?: unknown;
  link?: string | null;
  linkToDestination?: string | null;
  noNewLine?: boolean;
  lineEnd?: boolean;
  isBoldened?: boolean;
  _pageNodeRef?: PageNodeRef;
  _tocItemRef?: PageNodeRef;
};
type PageNodeRef = { positions?: { pageNumber: number }[] };

export type Line = {
  x: number;
  y: number;
  id?: string;
  inlines: Inline[];
  getHeight: () => number;
  getAscenderHeight: () => number;
  _outline?: { id?: string; parentId?: string; text: string; expanded: boolean };
  _pageNodeRef?: PageNodeRef;
};

/** A part of a document definition, as pdfmake carries it through its stages. */
export type Box = {
  id?: string;
  style?: string | string[];
  text?: unknown;
  pageBreak?: string;
  table?: { headerRows?: number; body: Box[][] };
  toc?: { _table?: Box };
  ul?: Box[];
  ol?: Box[];
  svg?: unknown;
  image?: unknown;
  canvas?: object[];
  listMarker?: object;
  colSpan?: number;
  _span?: boolean;
  _margin?: number[] | null;
};

type PageItem = { type: string; item: Line | Drawing };
export type Drawing = {
  svg?: string;
  x: number;
  y: number;
  _width: number;
  _height: number;
};
export type Page = { items: PageItem[]; pageSize: { width: number; height: number } };

type Writer = {
  context: () => {
    getCurrentPage: () => unknown;
    getCurrentPosition: () => { verticalRatio: number; pageInnerHeight: number };
  };
  transactionLevel: number;
};

export type StyleStack = { auto: <T>(item: object, run: () => T) => T; getProperty: (name: string) => unknown };

type Measurer = {
  pdfDocument: PdfDocument;
  measure: (inlines: Inline[], styles: StyleStack) => Inline[];
  widthOfText: (text: string, inline: Inline) => number;
};
type Layout = {
  writer: Writer;
  docPreprocessor: object;
  docMeasure: { textInlines: Measurer };
  verticalAlignmentItemStack: unknown[];
  registerTableLayouts: (layouts: object) => void;
  layoutDocument(...parts: unknown[]): Page[];
  tryLayoutDocument(...parts: unknown[]): { pages: Page[] };
  processNode(box: Box, isCell?: boolean): void;
  processRow(row: RowToLayOut): unknown;
  buildNextLine(box: Box): Line | null;
  addBackground(background: unknown): void;
  addHeadersAndFooters(header: unknown, footer: unknown): void;
};
export type RowToLayOut = { cells: Box[]; tableNode?: Box; rowIndex?: number };

type PageRenderer = {
  pdfDocument: PdfDocument;
  outlineMap: Record<string, unknown>;
  renderPages(pages: Page[]): void;
  renderVector(vector: object): void;
  renderImage(image: object): void;
  renderSVG(drawing: object): void;
};
type SvgMeasurer = {
  measureSVG(svg: string): { width: number; height: number };
  writeDimensions(svg: string, size: object): string;
};

/** What a CommonJS module exports as its default, however the host wraps it. */
function defaultOf<T>(part: unknown): T {
  return (typeof part === 'object' && part !== null && 'default' in part ? part.default : part) as T;
}

export const LayoutBuilder =
  defaultOf<new (size: object, margins: object, svgMeasure: object) => Layout>(layoutBuilder);
export const Renderer = defaultOf<new (document: PdfDocument) => PageRenderer>(renderer);
export const TextInlines = defaultOf<new (document: PdfDocument) => Measurer>(textInlines);
export const SvgMeasure = defaultOf<new () => SvgMeasurer>(svgMeasure);
export const PdfMakeDocument =
  defaultOf<
    new (
      fonts: object,
      images: object,
      patterns: object,
      attachments: object,
      options: object,
      files: null,
      localAccessPolicy: (path: string) => boolean,
    ) => PdfDocument
  >(pdfDocument);
export const StyleContextStack = defaultOf<{
  getStyleProperty: (item: object, styles: StyleStack, name: string, otherwise: unknown) => unknown;
}>(styleContextStack);

type PageParts = {
  normalizePageSize: (size: unknown, orientation?: string) => { width: number; height: number };
  normalizePageMargin: (margins: unknown) => object;
};
export const { normalizePageSize, normalizePageMargin } = pageSize as unknown as PageParts;
export const { tableLayouts } = tableLayoutsPart;
