/** Readers for JSON of unknown shape: each gives a harmless value where the shape is another, and never throws. */
export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectAt(value: unknown, ...path: string[]): JsonObject {
  const found = valueAt(value, ...path);
  return isObject(found) ? found : {};
}

/** The value under a path of keys, or undefined where any step is no object. Own properties only. */
export function valueAt(value: unknown, ...path: string[]): unknown {
  let current = value;
  for (const key of path) {
    if (!isObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

export function objectsAt(value: unknown, ...path: string[]): readonly JsonObject[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.filter(isObject) : [];
}

export function textsAt(value: unknown, ...path: string[]): readonly string[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.filter((item): item is string => typeof item === 'string') : [];
}

export function textAt(value: unknown, ...path: string[]): string | null {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : null;
}

/** Graph spells enumeration values in several ways: they are compared in lower case. */
export function enumAt(value: unknown, ...path: string[]): string | null {
  return (
    textAt(value, ...path)
      ?.trim()
      .toLowerCase() ?? null
  );
}

export function numberAt(value: unknown, ...path: string[]): number | null {
  const found = valueAt(value, ...path);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

export function booleanAt(value: unknown, ...path: string[]): boolean | null {
  const found = valueAt(value, ...path);
  return typeof found === 'boolean' ? found : null;
}

/** Milliseconds since 1970 of an ISO date-time, or null where it is none. */
export function timeAt(value: unknown, ...path: string[]): number | null {
  const text = textAt(value, ...path);
  if (text === null) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
