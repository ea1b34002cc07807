type Issue = { path: readonly PropertyKey[]; message: string };
/** A schema of the contract, as far as a form needs it. */
type FormSchema = {
  safeParse: (values: unknown) => { success: true } | { success: false; error: { issues: readonly Issue[] } };
};

/** The first message for each field (by its path) that a form's values break; empty where they fit the schema. */
export function formErrors(schema: FormSchema, values: unknown): Record<string, string> {
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
