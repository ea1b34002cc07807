/** Copies the fonts that reports are set in: Roboto, and Noto Sans for Chinese, Japanese and Korean. */
export function copyFonts(folder: string): void;
