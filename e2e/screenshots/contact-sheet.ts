export type Picture = { page: string; file: string };

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A page that shows all pictures side by side, a row for each page of the product. */
export function contactSheet(pictures: readonly Picture[]): string {
  const rows = [...Map.groupBy(pictures, ({ page }) => page)].map(([page, taken]) => {
    const figures = taken.map(
      ({ file }) =>
        `<figure><a href="${escaped(file)}"><img loading="lazy" src="${escaped(file)}" alt=""></a>` +
        `<figcaption>${escaped(file)}</figcaption></figure>`,
    );
    return `<h2>${escaped(page)}</h2>\n<div>${figures.join('\n')}</div>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screenshots of Tenantry</title>
<style>
  body { font: 14px system-ui; margin: 24px; }
  div { display: flex; flex-wrap: wrap; gap: 16px; align-items: start; }
  figure { margin: 0; width: 300px; }
  img { width: 100%; max-height: 480px; object-fit: cover; object-position: top; border: 1px solid #888; }
</style>
<h1>${pictures.length} screenshots</h1>
${rows.join('\n')}
</html>
`;
}
