import fc from 'fast-check';
import * as z from 'zod';

/** A JSON Schema of the document, with what it refers to put in its place. */
export type Schema = { [key: string]: unknown };

export type Operation = {
  operationId: string;
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
};

/** A part of the document, in which every `$ref` is replaced by what it names. */
export function resolved<T>(part: T, root: unknown): T {
  return JSON.parse(JSON.stringify(part), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
    const names = String(value.$ref).replace(/^#\//, '').split('/');
    const named = names.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], root);
    if (named === undefined) throw new Error(`${value.$ref} names nothing`);
    return resolved(named, root);
  });
}

/** Judges values by the document alone, not by the contract that it was made from. */
export const judgeOf = (schema: Schema) => z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);

const patternsOf = (schema: Schema): string[] => [
  ...(typeof schema.pattern === 'string' ? [schema.pattern] : []),
  ...(Array.isArray(schema.allOf) ? schema.allOf.flatMap((one: Schema) => patternsOf(one)) : []),
];

function text(schema: Schema, likely: readonly string[]): string {
  const length = Number(schema.minLength ?? 1);
  const drawn = () => patternsOf(schema).flatMap((one) => fc.sample(fc.stringMatching(new RegExp(one, 'u')), 20));
  const plain = ['a'.repeat(Math.max(length, 3)), `Aa1!${'x'.repeat(length)}`, 'a@b.example'];
  const judge = judgeOf({ ...schema, type: 'string' });
  const isAllowed = (candidate: string) => judge.safeParse(candidate).success;
  const allowed = [...likely, ...plain].find(isAllowed) ?? drawn().find(isAllowed);
  if (allowed === undefined) throw new Error(`No text was found that ${JSON.stringify(schema)} allows`);
  return allowed;
}

/**
 * A value that a schema allows: what is required and nothing else.
 * @param likely texts that are taken before others where they fit, such as the id of a tenant that there is
 */
export function allowedValue(schema: Schema, likely: readonly string[]): unknown {
  const { const: only, enum: values, anyOf, oneOf, type, properties = {}, required = [] } = schema;
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0];
  const [either] = (anyOf ?? oneOf ?? []) as Schema[];
  if (either) return allowedValue(either, likely);
  if (type === 'string') return text(schema, likely);
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'array') return [allowedValue(schema.items as Schema, likely)];
  if (type !== 'object') throw new Error(`No value is made for ${JSON.stringify(schema)}`);
  const fields = properties as Record<string, Schema>;
  return Object.fromEntries((required as string[]).map((name) => [name, allowedValue(fields[name] ?? {}, likely)]));
}
