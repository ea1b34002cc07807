import * as z from 'zod/mini';
import { isObject, type JsonObject } from './json-reader.ts';

/** A schema whose result is a T. */
export type SchemaOf<T> = z.ZodMiniType<T>;

/**
 * What a text says of somebody, by which redaction decides what becomes of it (`snapshot/redaction/redact-by-schema.ts`).
 * `own`: a word of ours or a date, which says nothing of a tenant. `name`: what a thing of this kind is called. `principal`: the
 * name of whoever holds a role. `rated`: a person with the risk behind the name. `unknown`: only what is the same in every tenant
 * stays. `records`: the mail records of a domain. `log`: who did what and when, which is left out.
 */
export type Mark =
  | {
      as:
        | 'own'
        | 'id'
        | 'idOrWord'
        | 'productId'
        | 'person'
        | 'rated'
        | 'principal'
        | 'roleName'
        | 'client'
        | 'unknown';
    }
  | { as: 'alertPage' | 'records' | 'log' }
  | { as: 'name'; kind: string }
  /** JSON as Microsoft gave it: what a name in it is, and which properties are special. */
  | { as: 'raw'; kind: string; rules?: RawRules };
/** The rules for the properties of an answer of Microsoft (`snapshot/redaction/redact-raw.ts`). */
export type RawRules =
  | 'tenant'
  | 'organization'
  | 'domains'
  | 'settings'
  | 'accounts'
  | 'scores'
  | 'healthIssues'
  | 'sensors'
  | 'configuration';

export const marks = z.registry<Mark>();
const text = (mark: Mark) => z.string().register(marks, mark);

export const own = text({ as: 'own' });
export const id = text({ as: 'id' });
export const idOrWord = text({ as: 'idOrWord' });
export const productId = text({ as: 'productId' });
export const person = text({ as: 'person' });
export const ratedPerson = text({ as: 'rated' });
export const principalName = text({ as: 'principal' });
export const roleName = text({ as: 'roleName' });
export const clientName = text({ as: 'client' });
export const unknownText = text({ as: 'unknown' });
export const nameOf = (kind: string) => text({ as: 'name', kind });
/** It becomes a link: nothing but an address of a page. */
export const alertPage = z
  .string()
  .check(z.refine((url) => URL.canParse(url) && new URL(url).protocol === 'https:'))
  .register(marks, { as: 'alertPage' });
const isInstant = (value: string): boolean => !Number.isNaN(Date.parse(value));
/** When an account was last used; `none` where Microsoft has nothing on record. */
export const lastUse = z
  .string()
  .check(z.refine((at) => at === 'none' || isInstant(at)))
  .register(marks, { as: 'own' });
export const instant = z.string().check(z.refine(isInstant)).register(marks, { as: 'own' });

export const flag = z.boolean();
export const flagOrNull = z.nullable(flag);
/** How many there are: nothing is less than none. */
export const count = z.int().check(z.nonnegative());

/** JSON as Microsoft gave it: checks read it with readers that trust no form. */
export const rawObject = (kind: string, rules?: RawRules) =>
  z.custom<JsonObject>(isObject).register(marks, { as: 'raw', kind, rules });
export const rawList = (kind: string, rules?: RawRules) => z.array(rawObject(kind, rules));
