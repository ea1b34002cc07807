import { mismatch } from './assign.ts';
import type { Place } from './bicep-ast.ts';
import { suggestion } from './faults.ts';
import type { Inference } from './infer.ts';
import { isRequired, parametersOf, parameterType } from './rules-modules.ts';
import { isSecure } from './rules-secrets.ts';
import { typeOfJson } from './types.ts';

const FILE = 'infra/bicep/main.parameters.json';
const TEMPLATE = 'infra/bicep/main.bicep';

/** The parameters that `azd` gives main.bicep; `${NAME}` in them is a variable of its environment. */
export function checkParametersJson({ project }: Inference): void {
  const text = project.text(FILE);
  const template = project.models.get(TEMPLATE);
  if (text === undefined || template?.parsed !== true) return;
  const placeOf = (name: string): Place => {
    const before = text.slice(0, Math.max(0, text.indexOf(`"${name}"`))).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  };
  const fault = (name: string, message: string) => project.fault(FILE, placeOf(name), message);
  const given = parametersIn(text);
  if (typeof given === 'string') {
    project.fault(FILE, { line: 1, column: 1 }, given);
    return;
  }
  const wanted = parameterType(template);
  for (const [name, value] of Object.entries(given)) {
    const field = wanted.fields.get(name);
    if (field === undefined) {
      fault(name, `${TEMPLATE} has no param "${name}"${suggestion(name, wanted.fields.keys())}`);
      continue;
    }
    const declared = parametersOf(template).find((one) => one.name === name);
    const isVariable = typeof value === 'string' && /\$\{\w+(=[^}]*)?\}/.test(value);
    if (declared !== undefined && isSecure(declared) && !/^\$\{\w+\}$/.test(String(value)))
      fault(name, `"${name}" is secret: a variable without a default, such as \${NAME}, is its value`);
    const fallback = typeof value === 'string' ? /^\$\{\w+=([^}]+)\}$/.exec(value)?.[1] : undefined;
    const isText = field.type().is === 'string';
    if (fallback !== undefined && isText) {
      const wrong = mismatch(typeOfJson(fallback), field.type());
      if (wrong !== undefined) fault(name, `param "${name}", where the variable is not set: ${wrong}`);
    }
    if (value === undefined) fault(name, `"${name}" has no "value"`);
    const problem = isVariable || value === undefined ? undefined : mismatch(typeOfJson(value), field.type());
    if (problem !== undefined) fault(name, `param "${name}": ${problem}`);
  }
  for (const one of parametersOf(template))
    if (isRequired(one) && !Object.hasOwn(given, one.name))
      fault('parameters', `the param "${one.name}" of ${TEMPLATE} is missing, which is required`);
}

function parametersIn(text: string): Record<string, unknown> | string {
  try {
    const { parameters } = JSON.parse(text) as { parameters?: Record<string, { value?: unknown }> };
    if (parameters === undefined) return 'there is no "parameters" in it';
    return Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, one.value]));
  } catch (error) {
    return `this is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
