import { fieldWords, sentenceCase } from '@tenantry/contract/field-words';
import { formatDateTime, formatNumber } from '../../lib/format.ts';

type DetailFact = readonly [name: string, value: string];

type Flat = Map<string, string>;
const nothing = '—';
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function scalarText(value: unknown): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatNumber(value);
  const text = String(value);
  return instant.test(text) && !Number.isNaN(Date.parse(text)) ? formatDateTime(text) : text;
}

/** Values under the names that lead to them; a list of plain values is one. */
function flatten(value: unknown, path: readonly string[], into: Flat): Flat {
  const name = path.join(' › ');
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== 'object' || item === null);
    if (isPlain) into.set(name, value.length === 0 ? nothing : value.map(scalarText).join(', '));
    else for (const [at, item] of value.entries()) flatten(item, [...path, String(at + 1)], into);
  } else if (isObject(value)) {
    const fields = Object.entries(value);
    if (fields.length === 0) into.set(name, nothing);
    for (const [field, inner] of fields) flatten(inner, [...path, sentenceCase(fieldWords(field)) || field], into);
  } else into.set(name, scalarText(value));
  return into;
}

/** `Role: Viewer → Admin`, field by field; of what was made or deleted there is only one side. */
function changes(before: unknown, after: unknown): DetailFact[] {
  const was = isObject(before) ? flattened(before) : new Map<string, string>();
  const is = isObject(after) ? flattened(after) : new Map<string, string>();
  const hadNone = was.size === 0;
  return [...new Set([...was.keys(), ...is.keys()])].map((name) => {
    const [old, current] = [was.get(name) ?? nothing, is.get(name) ?? nothing];
    return [name, hadNone ? current : `${old} → ${current}`];
  });
}

function flattened(value: Record<string, unknown>): Flat {
  const flat: Flat = new Map();
  for (const [field, inner] of Object.entries(value)) flatten(inner, [sentenceCase(fieldWords(field)) || field], flat);
  return flat;
}

/** The details of an entry as names with values: what it was and what it is, then what else is told. */
export function detailFacts(details: Record<string, unknown>): DetailFact[] {
  const { before, after, ...rest } = details;
  const isChange = isObject(before) || isObject(after);
  const others = flattened(isChange ? rest : details);
  return [...(isChange ? changes(before, after) : []), ...others];
}
