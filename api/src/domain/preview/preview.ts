/** The first and last four characters of a value that is no secret, or bullets where that would be most of it. */
export function preview(text: string): string {
  return text.length <= 10 ? '•'.repeat(text.length) : `${text.slice(0, 4)}…${text.slice(-4)}`;
}
