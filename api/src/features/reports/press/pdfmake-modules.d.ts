// pdfmake declares no types for its parts, of which the press is put together; `pdfmake-parts.ts` says what is used of them.

declare module 'pdfmake/js/LayoutBuilder.js' {
  const part: { default: unknown };
  export default part;
}
declare module 'pdfmake/js/PDFDocument.js' {
  const part: { default: unknown };
  export default part;
}
declare module 'pdfmake/js/PageSize.js' {
  const part: { normalizePageSize: unknown; normalizePageMargin: unknown };
  export default part;
}
declare module 'pdfmake/js/Renderer.js' {
  const part: { default: unknown };
  export default part;
}
declare module 'pdfmake/js/SVGMeasure.js' {
  const part: { default: unknown };
  export default part;
}
declare module 'pdfmake/js/TextInlines.js' {
  const part: { default: unknown };
  export default part;
}
declare module 'pdfmake/js/StyleContextStack.js' {
  const part: { default: unknown };
  export default part;
}
declare module 'pdfmake/js/tableLayouts.js' {
  const part: { tableLayouts: object };
  export default part;
}
