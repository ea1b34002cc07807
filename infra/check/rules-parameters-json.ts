import { type Place, suggestion } from './faults.ts';
import type { Project } from './project.ts';
import type { Parameter, Template } from './template.ts';

const FILE = 'infra/bicep/main.parameters.json';
const TEMPLATE = 'infra/bicep/main.bicep';

/** The parameters that `azd` gives main.bicep; `${NAME}` in them is a variable of its environment. */
export function checkParametersJson(project: Project, { parameters }: Template): void {
  const text = project.text(FILE);
  if (text === undefined) return;
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
  for (const [name, value] of Object.entries(given)) {
    const one = parameters[name];
    if (one === undefined) {
      fault(name, `${TEMPLATE} has no param "${name}"${suggestion(name, Object.keys(parameters))}`);
      continue;
    }
    if (value === undefined) fault(name, `"${name}" has no "value"`);
    else checkValue(name, one, value, (message) => fault(name, message));
  }
  for (const [name, { defaultValue, nullable }] of Object.entries(parameters))
    if (defaultValue === undefined && nullable !== true && !Object.hasOwn(given, name))
      fault('parameters', `the param "${name}" of ${TEMPLATE} is missing, which is required`);
}

function checkValue(name: string, one: Parameter, value: unknown, fault: (message: string) => void): void {
  if (one.type?.startsWith('secure') && !/^\$\{\w+\}$/.test(String(value)))
    fault(`"${name}" is secret: a variable without a default, such as \${NAME}, is its value`);
  const isVariable = typeof value === 'string' && /\$\{\w+(=[^}]*)?\}/.test(value);
  const fallback = typeof value === 'string' ? /^\$\{\w+=([^}]+)\}$/.exec(value)?.[1] : undefined;
  const known = isVariable ? fallback : value;
  // azd reads a variable for a list or a number as JSON: only a text is known before.
  if (known === undefined || (isVariable && one.type !== 'string')) return;
  const type = Array.isArray(known)
    ? 'array'
    : typeof known === 'number'
      ? 'int'
      : typeof known === 'boolean'
        ? 'bool'
        : typeof known;
  if (type !== one.type?.toLowerCase().replace('secure', ''))
    fault(`param "${name}": ${JSON.stringify(known)} stands where ${one.type} is wanted`);
  else if (one.allowedValues !== undefined && type !== 'array' && !one.allowedValues.includes(known))
    fault(`param "${name}": '${known}' is not allowed; there are ${one.allowedValues.join(', ')}`);
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
