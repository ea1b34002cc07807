import { firstFew, quoted } from './bounded-text.ts';

/** A tag-list (RFC 6376, 3.2): `name=value` pairs between semicolons. `broken`: parts that are none, or names twice, the first few. */
export type TagList = { tags: ReadonlyMap<string, string>; names: readonly string[]; broken: readonly string[] };

export function parseTagList(text: string): TagList {
  const tags = new Map<string, string>();
  const broken: string[] = [];
  for (const part of text.split(';')) {
    const trimmed = part.trim();
    if (trimmed === '') continue;
    const match = /^([a-z][a-z0-9_]*)\s*=\s*(.*)$/is.exec(trimmed);
    const name = match?.[1]?.toLowerCase() ?? '';
    if (match === null) broken.push(`"${quoted(trimmed)}" is not a tag`);
    else if (tags.has(name)) broken.push(`${quoted(name)}= is duplicated`);
    else tags.set(name, match[2] ?? '');
  }
  return { tags, names: [...tags.keys()], broken: firstFew(broken) };
}
