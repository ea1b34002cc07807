import { cpSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const roboto = ['Regular', 'Medium', 'Italic', 'MediumItalic'].map((style) =>
  require.resolve(`pdfmake/fonts/Roboto/Roboto-${style}.ttf`),
);
/** The packages name no path of their fonts, only the file that they load first: `<package>/dist/index.cjs`. */
const noto = Object.entries({ jp: 'NotoSansJP', kr: 'NotoSansKR', sc: 'NotoSansHans' }).map(([name, font]) =>
  join(dirname(require.resolve(`@embedpdf/fonts-${name}`)), `../fonts/${font}-Regular.otf`),
);

/** Copies the fonts that reports are set in: Roboto, and Noto Sans for Chinese, Japanese and Korean. */
export function copyFonts(folder) {
  mkdirSync(folder, { recursive: true });
  for (const file of [...roboto, ...noto]) cpSync(file, join(folder, basename(file)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) copyFonts(process.argv[2]);
