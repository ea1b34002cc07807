import { datasetLabel } from '@tenantry/contract/dataset-labels';
import type { Schema } from '@tenantry/contract/endpoint';
import * as labels from '@tenantry/contract/labels';
import { matrixLabels, matrixReasons } from '@tenantry/contract/matrix-status';
import type * as z from 'zod/mini';
import { catalog } from '../../audit/checks/catalog.ts';
import { referencesOf } from '../../audit/checks/shared/check.ts';
import { datasets } from '../../audit/facts/datasets.ts';
import { frameworks } from '../../audit/findings/frameworks/frameworks.ts';
import { remedies } from '../../audit/findings/remedies/remedies.ts';

/** Every text within a value, functions and names of fields left out. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* textsIn(inner);
}

/**
 * The texts of this product that an answer may hold whole: of checks, remedies, frameworks and labels. A text that is one of them was
 * written here; whoever gives theirs the same words has said nothing of their own.
 */
function catalogTexts(): Set<string> {
  const needs = Object.values(datasets).map(({ permission, license }) => [permission, license]);
  const names = Object.keys(datasets).map(datasetLabel);
  const own = [catalog, remedies, frameworks, needs, names, Object.values(labels), matrixLabels, matrixReasons];
  return new Set([...textsIn(own), ...catalog.flatMap(referencesOf)]);
}

let known: Set<string> | null = null;

/** Whether a text was written by this product, word for word. */
export function isOwnText(text: string): boolean {
  known ??= catalogTexts();
  return known.has(text);
}

/** The words and the names of fields that a schema itself holds. */
export type SchemaWords = { words: Set<string>; fields: Set<string> };

/** What stands in a schema: its enumerations, constants and fields, at any depth. */
export function wordsOf(schema: Schema | undefined): SchemaWords {
  const found: SchemaWords = { words: new Set(), fields: new Set() };
  if (schema) collect(schema, found);
  return found;
}

function collect(schema: z.core.$ZodType, found: SchemaWords): void {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'enum':
      for (const value of Object.values(def.entries)) found.words.add(String(value));
      return;
    case 'literal':
      for (const value of def.values) found.words.add(String(value));
      return;
    case 'object':
      for (const [name, part] of Object.entries(def.shape)) {
        found.fields.add(name);
        collect(part, found);
      }
      return;
    case 'array':
      collect(def.element, found);
      return;
    case 'record':
      collect(def.keyType, found);
      collect(def.valueType, found);
      return;
    case 'union':
      for (const option of def.options) collect(option, found);
      return;
    case 'nullable':
    case 'optional':
    case 'default':
      collect(def.innerType, found);
      return;
    default:
      return;
  }
}
