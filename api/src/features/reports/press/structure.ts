/** A part of the document as a screen reader finds it: what it is, and what it holds. */
export type StructurePart = {
  type: StructureType;
  kids: StructurePart[];
  /** What a figure shows, in words. */
  alt?: string;
  scope?: 'Column' | 'Row';
};

export type StructureType =
  | 'Document'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'L'
  | 'LI'
  | 'LBody'
  | 'TOC'
  | 'TOCI'
  | 'Figure'
  | 'Link';

/** Of what is drawn for the eye alone: headers and footers, rules, colors, icons beside their word. */
export const artifact = 'artifact';

/** What a drawn thing belongs to; kept on the things that pdfmake lays out, which it copies with all they carry. */
export type Belonging = { _part?: StructurePart | typeof artifact };

export const partOf = (thing: Belonging): StructurePart | typeof artifact => thing._part ?? artifact;

const headings: Record<string, StructureType> = { reportTitle: 'H1', h1: 'H1', h2: 'H2', h3: 'H3' };

/** What a text is by its style. */
export function typeOfText(style: string | string[] | undefined): StructureType {
  const names = style === undefined ? [] : [style].flat();
  return names.map((name) => headings[name]).find((type) => type !== undefined) ?? 'P';
}
