import type { JsonObject } from './json-reader.ts';

/**
 * Readers for the properties of an instance of Tenant Configuration Management. Microsoft's exporter (Microsoft365DSC) leaves
 * out what is null, writes some numbers and switches as texts, and its documents spell names in more than one way. So names
 * are compared without case, and each reader gives null where the property is absent or of another form: absent means null,
 * default or unknown, and nothing is concluded from it.
 */
function propertyOf(properties: JsonObject, name: string): unknown {
  if (Object.hasOwn(properties, name)) return properties[name];
  const wanted = name.toLowerCase();
  const key = Object.keys(properties).find((one) => one.toLowerCase() === wanted);
  return key === undefined ? undefined : properties[key];
}

/** A switch: a boolean, or the text of one. */
export function flagIn(properties: JsonObject, name: string): boolean | null {
  const found = propertyOf(properties, name);
  if (typeof found === 'boolean') return found;
  const word = typeof found === 'string' ? found.trim().toLowerCase() : '';
  return word === 'true' ? true : word === 'false' ? false : null;
}

/** A number, or the text of one. */
export function numberIn(properties: JsonObject, name: string): number | null {
  const found = propertyOf(properties, name);
  if (typeof found === 'string' && !/^\s*-?\d+(\.\d+)?\s*$/.test(found)) return null;
  const value = typeof found === 'string' ? Number(found) : found;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A text as it stands. */
export function textIn(properties: JsonObject, name: string): string | null {
  const found = propertyOf(properties, name);
  return typeof found === 'string' ? found : null;
}

/** A word of an enumeration, in lower case and without white space around it. */
export const wordIn = (properties: JsonObject, name: string): string | null =>
  textIn(properties, name)?.trim().toLowerCase() ?? null;

/** A list of texts; a single text is a list of one. Null where it is absent or an entry is no text. */
export function textsIn(properties: JsonObject, name: string): readonly string[] | null {
  const found = propertyOf(properties, name);
  if (typeof found === 'string') return found === '' ? [] : [found];
  return Array.isArray(found) && found.every((one): one is string => typeof one === 'string') ? found : null;
}

/** Whether a property has a value that says something: no null, no empty text, no empty list. */
export function isSet(properties: JsonObject, name: string): boolean {
  const found = propertyOf(properties, name) ?? null;
  return found !== null && found !== '' && !(Array.isArray(found) && found.length === 0);
}
