import type * as z from 'zod/mini';
import type { DomainDns } from '../../facts/domain-dns.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { type Mark, marks, type SchemaOf } from '../../facts/schema-parts.ts';
import { legacyClientNames } from '../../microsoft/legacy-clients.ts';
import { guidPattern, isConstantId } from './constant-ids.ts';
import { constantWords } from './constant-words.ts';
import { redactDns } from './redact-mail.ts';
import { redactObject } from './redact-raw.ts';
import type { Texts } from './texts.ts';

/** The objects that a text stands in, the nearest first. */
type Holders = readonly JsonObject[];
type Leaf = (text: string, texts: Texts, holders: Holders) => string;

/** `bela@contoso.com (medium risk)`: what stands behind the name is our own. */
const rated: Leaf = (name, texts) => {
  const [, who = name, rating = ''] = /^(.*?)( \((?:low|medium|high|hidden|none|unknown) risk\))$/is.exec(name) ?? [];
  return `${texts.person(who)}${rating}`;
};

/** Whoever holds a role is a person, unless its kind says otherwise. */
const principal: Leaf = (name, texts, [holding]) => {
  if (holding?.principalType === 'group') return texts.name('Group', name);
  if (holding?.principalType === 'device') return texts.name('Device', name);
  return holding?.principalType === 'servicePrincipal' ? texts.name('Application', name) : texts.person(name);
};

/** Roles of Microsoft keep their names; those that a tenant made do not. */
const roleName: Leaf = (name, texts, [holder]) =>
  typeof holder?.roleTemplateId === 'string' && isConstantId(holder.roleTemplateId) ? name : texts.roleName(name);

const isProductId = new RegExp(`^${guidPattern.source}$`, 'i');
const clients = new Set(legacyClientNames.map((name) => name.toLowerCase()));

const leaves: Record<Exclude<Mark['as'], 'name' | 'raw' | 'records' | 'log'>, Leaf> = {
  own: (text) => text,
  id: (text, texts) => texts.id(text),
  idOrWord: (text, texts) => texts.idOrWord(text),
  // Which product an account has is the same for all: ids of products are Microsoft's.
  productId: (text, texts) => (isProductId.test(text) ? text : texts.id(text)),
  person: (text, texts) => texts.person(text),
  rated,
  principal,
  roleName,
  client: (name, texts) =>
    clients.has(name.toLowerCase()) || constantWords.has(name.toLowerCase()) ? name : texts.name('Client', name),
  unknown: (text, texts) => texts.unknown(text),
  alertPage: (_url, texts, holders) => {
    const id = holders[1]?.id;
    return `https://security.microsoft.com/alerts/${typeof id === 'string' ? texts.id(id) : ''}`;
  },
};

function redactMarked(mark: Mark, value: unknown, texts: Texts, holders: Holders): unknown {
  if (mark.as === 'raw') return redactObject(value as JsonObject, texts, mark);
  if (mark.as === 'records') return redactDns(value as DomainDns, texts);
  // Who did what and when is of no use to anybody else, and no check reads it.
  if (mark.as === 'log') return { since: (value as { since: string }).since, complete: false, entries: [] };
  const text = value as string;
  return mark.as === 'name' ? texts.name(mark.kind, text) : leaves[mark.as](text, texts, holders);
}

/**
 * A value with stand-ins for everything that says whose it is, by the marks of its schema. What the schema does not have is left out.
 * @param value one that the schema accepts
 * @throws Error for a text without a mark: nobody has decided what it says of a tenant
 */
export function redactBySchema<T>(schema: SchemaOf<T>, value: T, texts: Texts): T {
  return redactPart(schema, value, texts, []) as T;
}

function redactPart(schema: z.core.$ZodType, value: unknown, texts: Texts, holders: Holders): unknown {
  if (value === null || value === undefined) return value;
  const mark = marks.get(schema as SchemaOf<unknown>);
  if (mark !== undefined) return redactMarked(mark, value, texts, holders);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const within = (part: z.core.$ZodType, inner: unknown) => redactPart(part, inner, texts, holders);
  switch (def.type) {
    case 'object': {
      const holder = value as JsonObject;
      const parts = Object.entries(def.shape).filter(([key]) => holder[key] !== undefined);
      return Object.fromEntries(
        parts.map(([key, part]) => [key, redactPart(part, holder[key], texts, [holder, ...holders])]),
      );
    }
    case 'record':
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [within(def.keyType, key), within(def.valueType, inner)]),
      );
    case 'array':
      return (value as unknown[]).map((inner) => within(def.element, inner));
    case 'tuple':
      return def.items.map((part, index) => within(part, (value as unknown[])[index]));
    case 'nullable':
    case 'optional':
      return within(def.innerType, value);
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
      return value;
    default:
      throw new Error(`A ${def.type} of the facts has no mark that says what it tells of a tenant`);
  }
}
