import type { Schema } from '@tenantry/contract/endpoint';

/** The first message for each field (by its path) that a form's values break; empty where they fit the schema. */
export function formErrors(schema: Schema, values: unknown): Record<string, string> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  return firstByPath(parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })));
}

/** The same from the `fields` of an API error. */
export function firstByPath(issues: readonly { path: string; message: string }[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[path] ??= message;
  return errors;
}
