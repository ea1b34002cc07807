import {
  type Inline,
  type PdfDocument,
  type PdfFont,
  StyleContextStack,
  type StyleStack,
  TextInlines,
} from './pdfmake-parts.ts';
import type { FontFor, FontPiece } from './press-fonts.ts';

type WordStyle = Omit<Inline, 'text' | 'width' | 'x' | 'leadingCut' | 'trailingCut'>;

/** pdfmake's defaults for what a style leaves open. */
const defaults = {
  alignment: 'left',
  fontSize: 12,
  color: 'black',
  decoration: null,
  decorationColor: null,
  decorationStyle: null,
  decorationThickness: null,
  background: null,
  link: null,
  linkToDestination: null,
  noWrap: null,
  characterSpacing: 0,
};

/**
 * Measures words as pdfmake does, but looks a style up once for a run of words and a word once in a document,
 * and sets what a font lacks in one that has it.
 */
export class QuickInlines extends TextInlines {
  readonly #fontFor: FontFor;
  readonly #widths = new Map<PdfFont, Map<string, number>>();

  constructor(document: PdfDocument, fontFor: FontFor) {
    super(document);
    this.#fontFor = fontFor;
  }

  override measure = (words: Inline[], styles: StyleStack): Inline[] => {
    let run: Inline | undefined;
    let style: WordStyle | undefined;
    const pieces = this.#fontFor(words);
    return words.flatMap((word, index) => {
      if (run === undefined || style === undefined || !hasSameStyle(word, run)) {
        run = word;
        style = this.#styleOf(word, styles);
      }
      return this.#measured(word, style, styles, pieces?.[index] ?? null);
    });
  };

  override widthOfText = (text: string, { font, fontSize }: Inline): number => {
    let known = this.#widths.get(font);
    if (known === undefined) {
      known = new Map();
      this.#widths.set(font, known);
    }
    let width = known.get(text);
    if (width === undefined) {
      width = font.layout(text, undefined, true).advanceWidth;
      known.set(text, width);
    }
    return (width * fontSize) / 1000;
  };

  #styleOf(word: Inline, styles: StyleStack): WordStyle {
    const property = (name: string, otherwise: unknown) =>
      StyleContextStack.getStyleProperty(word, styles, name, otherwise);
    const style = Object.fromEntries(
      Object.entries(defaults).map(([name, otherwise]) => [name, property(name, otherwise)]),
    );
    const font = this.pdfDocument.provideFont(
      String(property('font', 'Roboto')),
      Boolean(property('bold', false)),
      Boolean(property('italics', false)),
    );
    const lineHeight = Number(property('lineHeight', 1));
    return { ...style, font, height: font.lineHeight(Number(style.fontSize)) * lineHeight } as unknown as WordStyle;
  }

  /** The word, in as many pieces as it needs fonts. */
  #measured(word: Inline, style: WordStyle, styles: StyleStack, pieces: FontPiece[] | null): Inline[] {
    const isBold = () => Boolean(StyleContextStack.getStyleProperty(word, styles, 'bold', false));
    if (pieces === null) return [this.#inline(word, word.text, style)];
    return pieces.map(({ text, family }, index) => {
      const font = family === null ? style.font : fallbackFont(this.pdfDocument, family, style.font);
      const piece = this.#inline(word, text, { ...style, font, isBoldened: family !== null && isBold() });
      const isLast = index === pieces.length - 1;
      return { ...piece, noNewLine: isLast ? word.noNewLine : true, lineEnd: isLast ? word.lineEnd : undefined };
    }) as Inline[];
  }

  #inline(word: Inline, text: string, style: WordStyle): Inline {
    const inline = { ...word, ...style, text, width: 0, x: 0, leadingCut: 0, trailingCut: 0 };
    inline.width = this.widthOfText(text, inline);
    const first = text.charCodeAt(0);
    const last = text.charCodeAt(text.length - 1);
    if (isSpace(first))
      inline.leadingCut = this.widthOfText(text.slice(0, text.length - text.trimStart().length), inline);
    if (isSpace(last)) inline.trailingCut = this.widthOfText(text.slice(text.trimEnd().length), inline);
    return inline;
  }
}

const isSpace = (code: number) => code === 0x20 || code === 0xa0 || (code >= 0x2000 && code <= 0x200a);

/** Lines keep the height of the report's own font, for which the page breaks are reckoned. */
function fallbackFont(document: PdfDocument, family: string, own: PdfFont): PdfFont {
  const font = document.provideFont(family, false, false);
  font.ascender = own.ascender;
  font.descender = own.descender;
  font.lineGap = own.lineGap;
  return font;
}

const ofTheWordAlone = new Set(['text', 'lineEnd', 'noNewLine']);

/** Whether both come from the same run of words. */
function hasSameStyle(word: object, run: object): boolean {
  const one = word as Record<string, unknown>;
  const other = run as Record<string, unknown>;
  for (const key in one) if (!ofTheWordAlone.has(key) && one[key] !== other[key]) return false;
  for (const key in other) if (!ofTheWordAlone.has(key) && !(key in one)) return false;
  return true;
}
