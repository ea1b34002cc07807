/** A deployment as the compiler foretells it: every expression evaluated, but for what only Azure knows. */
export interface Snapshot {
  /** The name of its parameter file: a region, `least` or `most`. */
  name: string;
  resources: SnapshotResource[];
}

export interface SnapshotResource {
  id: string;
  type: string;
  name: string;
  location?: string;
  properties?: Record<string, unknown>;
  [other: string]: unknown;
}

export function parseSnapshot(name: string, text: string): Snapshot {
  return { name, resources: JSON.parse(text) };
}

/** What is kept of the compiler's snapshot: a line for each resource. Its outputs come in another order each time. */
export function snapshotText(text: string): string {
  const { predictedResources }: { predictedResources: SnapshotResource[] } = JSON.parse(text);
  return `[\n${predictedResources.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`;
}

export const ofType = ({ resources }: Snapshot, type: string) =>
  resources.filter((one) => one.type.toLowerCase() === type.toLowerCase());

/** `Microsoft.KeyVault/vaults` of the id of a vault, or of something in it the type of that. */
export function typeOfId(id: string): string {
  const [provider = '', ...parts] = (id.split('/providers/').at(-1) ?? '').split('/');
  return [provider, ...parts.filter((_part, index) => index % 2 === 0)].join('/');
}

/** What an expression reads of another resource: `reference('<id>', '<version>').clientId`. */
export interface Read {
  type: string;
  id: string;
  property: string;
}

const REFERENCE = /reference\('([^']+)', '[^']+'(?:, 'full')?\)((?:\.\w+)+)/g;

export const readsIn = (text: string): Read[] =>
  [...text.matchAll(REFERENCE)].map(([, id = '', path = '']) => ({ type: typeOfId(id), id, property: path.slice(1) }));

/** What a value that is one read and nothing more reads. */
export function readOf(value: unknown): Read | undefined {
  if (typeof value !== 'string' || !/^\[reference\([^()]*\)[.\w]+\]$/.test(value)) return undefined;
  return readsIn(value)[0];
}

/** The arguments of the one call that an expression is: `guid('a', b)` has `'a'` and `b`. */
export function argumentsOf(text: string, name: string): string[] | undefined {
  const start = text.indexOf(`${name}(`);
  if (start < 0) return undefined;
  const found: string[] = [''];
  let depth = 0;
  let isQuoted = false;
  for (const char of text.slice(start + name.length + 1)) {
    if (char === "'") isQuoted = !isQuoted;
    if (!isQuoted && char === ')' && depth === 0) return found.map((one) => one.trim());
    if (!isQuoted && char === '(') depth++;
    if (!isQuoted && char === ')') depth--;
    if (!isQuoted && char === ',' && depth === 0) found.push('');
    else found.push(`${found.pop()}${char}`);
  }
  return undefined;
}
