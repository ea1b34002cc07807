import type { TDocumentDefinitions } from 'pdfmake/interfaces';
import { normalizePageMargin, normalizePageSize, PdfMakeDocument, tableLayouts } from './pdfmake-parts.ts';
import type { PressFonts } from './press-fonts.ts';
import { PressLayout } from './press-layout.ts';
import { PressRenderer } from './press-renderer.ts';

declare module 'pdfmake/interfaces' {
  /** What the press takes beyond pdfmake's own words, for those who have the document read to them. */
  interface ContentBase {
    /** What a drawing shows, in words. A drawing without is for the eye alone. */
    alt?: string;
    /** A table without a head whose first column names its rows; other tables without a head are there for the layout. */
    isTable?: boolean;
    /** Its rows are rows of the table in which it stands. */
    continuesTable?: boolean;
  }
}

/** pdfmake takes these as well; its type declarations leave them out. */
export type PressDocument = TDocumentDefinitions & { language: string; displayTitle: boolean; version: '1.7' };

export type Pressed = { bytes: Uint8Array<ArrayBuffer>; pages: number };

/**
 * Makes a tagged PDF of a document definition, of pdfmake's own parts: its layout in one pass, its renderer with fewer
 * and marked pieces (decision 037). It reads the given fonts and no other file, and fetches nothing.
 */
export async function pressPdf(definition: PressDocument, fonts: PressFonts): Promise<Pressed> {
  const allowed = new Set(Object.values(fonts.families).flatMap((files) => Object.values(files)));
  const size = normalizePageSize(definition.pageSize);
  const { language, displayTitle, version, images = {} } = definition;
  const options = {
    size: [size.width, size.height],
    pdfVersion: version,
    tagged: true,
    displayTitle,
    lang: language,
    autoFirstPage: false,
    info: pdfInfo(definition.info ?? {}),
    font: null,
  };
  const document = new PdfMakeDocument(fonts.families, images, {}, {}, options, null, (path) => allowed.has(path));
  const bytes = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    document.on('data', (chunk) => chunks.push(chunk));
    document.once('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    document.once('error', (error) => reject(error));
  });
  const layout = new PressLayout(size, normalizePageMargin(definition.pageMargins), fonts.fontFor);
  layout.registerTableLayouts(tableLayouts);
  const { content, styles = {}, defaultStyle = {}, background, header, footer, pageBreakBefore } = definition;
  const pages = layout.layoutDocument(
    content,
    document,
    styles,
    defaultStyle,
    background,
    header,
    footer,
    undefined,
    pageBreakBefore,
  );
  new PressRenderer(document, layout.root).renderPages(pages);
  document.end();
  return { bytes: await bytes, pages: pages.length };
}

/** A PDF names its properties with a capital letter. */
const pdfInfo = (info: object) => ({
  Producer: 'pdfmake',
  ...Object.fromEntries(
    Object.entries(info).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]),
  ),
});
