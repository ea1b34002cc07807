const maxLength = 300;

/**
 * Text that came in the page's address, where anyone can write it: without control and direction characters, on one
 * line, and bounded. Null where nothing is left.
 */
export function plainText(text: string | null): string | null {
  const clean = (text ?? '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .normalize('NFC');
  if (clean === '') return null;
  const characters = Array.from(clean);
  return characters.length <= maxLength ? clean : `${characters.slice(0, maxLength).join('')}…`;
}
