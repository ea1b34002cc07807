/** Tags in the order in which they are written, those that RFC 9989 removed left out. */
const writtenTags = ['p', 'sp', 'np', 'psd', 't', 'adkim', 'aspf', 'fo', 'rua', 'ruf'];

/** A record with tags set, or taken out by null. What has no meaning goes; of tags that stand twice the first stays. */
export function editDmarc(record: string, changes: Readonly<Record<string, string | null>>): string {
  const tags = new Map<string, string>();
  for (const part of record.split(';').slice(1)) {
    const [name = '', ...value] = part.split('=');
    const key = name.trim().toLowerCase();
    if (!tags.has(key)) tags.set(key, value.join('=').trim());
  }
  for (const [name, value] of Object.entries(changes)) tags.set(name, value ?? '');
  const written = writtenTags.flatMap((name) => {
    const value = tags.get(name) ?? '';
    return value === '' ? [] : [`${name}=${value}`];
  });
  return ['v=DMARC1', ...written].join('; ');
}
