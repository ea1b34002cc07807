import * as z from 'zod/mini';
import { isObject, type JsonObject } from './json-reader.ts';

/** A schema whose result is a T. */
export type SchemaOf<T> = z.ZodMiniType<T>;

/**
 * An object with a schema for every property of T, optional ones too: a property that T gets and its schema does not have
 * does not compile. Properties that T does not have are left out.
 */
export function objectOf<T extends object>(shape: { [K in keyof T]-?: SchemaOf<T[K]> }): SchemaOf<T> {
  return z.object(shape) as unknown as SchemaOf<T>;
}

/** One of the words of a union, all of which have to be named. */
export function wordOf<T extends string>(words: Record<T, true>): SchemaOf<T> {
  return z.enum(Object.keys(words) as T[]) as unknown as SchemaOf<T>;
}

/** JSON as Microsoft gave it: checks read it with readers that trust no form. */
export const rawObject: SchemaOf<JsonObject> = z.custom<JsonObject>(isObject);
export const rawObjects: SchemaOf<JsonObject[]> = z.array(rawObject);

export const text: SchemaOf<string> = z.string();
export const texts: SchemaOf<string[]> = z.array(z.string());
export const textOrNull: SchemaOf<string | null> = z.nullable(z.string());
export const flag: SchemaOf<boolean> = z.boolean();
export const flagOrNull: SchemaOf<boolean | null> = z.nullable(z.boolean());
/** How many there are: nothing is less than none. */
export const count: SchemaOf<number> = z.int().check(z.nonnegative());
export const number: SchemaOf<number> = z.number();
export const instant: SchemaOf<string> = z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value))));
