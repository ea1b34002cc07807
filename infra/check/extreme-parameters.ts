import type { Parameter, Template } from './template.ts';

/**
 * Parameter files with the shortest and the longest that main.bicep takes: what holds for a region's own values only,
 * such as a name that is long enough there, does not hold for these. Each number and text is another one, so that two
 * that are exchanged are seen.
 */
export function extremeParameters(template: Template): Record<'least' | 'most', string> {
  const write = (isMost: boolean) =>
    Object.entries(template.parameters)
      .map(([name, one]): [string, unknown] => [name, parameterValue(name, one, isMost)])
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `param ${name} = ${bicepOf(value)}\n`)
      .join('');
  return { least: `using '../main.bicep'\n\n${write(false)}`, most: `using '../main.bicep'\n\n${write(true)}` };
}

/** The value of a parameter in one of the extremes; undefined where its own default is taken. */
export function parameterValue(name: string, one: Parameter, isMost: boolean): unknown {
  const { type = '', allowedValues, minLength = 0, maxLength, minValue, maxValue } = one;
  if (type.startsWith('secure')) return 'x'.repeat(isMost ? (maxLength ?? 64) : minLength);
  if (type === 'array') return arrayOf(name, allowedValues, isMost);
  if (allowedValues !== undefined) return isMost ? allowedValues.at(-1) : allowedValues[0];
  if (/location$/i.test(name)) return isMost ? 'germanywestcentral' : 'uksouth';
  if (type === 'int') return isMost ? maxValue : minValue;
  if (type === 'bool') return isMost;
  // A default that is put together is what stays within Azure's limits.
  if (type !== 'string' || /^\[[^[]/.test(String(one.defaultValue ?? ''))) return undefined;
  return isMost ? textOf(name, maxLength ?? 60) : textOf(name, minLength);
}

/** A text of a length that no other parameter has. */
const textOf = (name: string, length: number) =>
  `${name.toLowerCase()}-`
    .repeat(Math.ceil(length / (name.length + 1)))
    .slice(0, length)
    .replace(/-$/, 'x');

function arrayOf(name: string, allowedValues: readonly unknown[] | undefined, isMost: boolean): unknown {
  if (!isMost) return [];
  if (allowedValues !== undefined) return allowedValues;
  if (/location/i.test(name)) return ['westus3', 'uksouth'];
  return /email/i.test(name) ? ['first@example.com', 'second@example.com'] : undefined;
}

function bicepOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(bicepOf).join(', ')}]`;
  return typeof value === 'string' ? `'${value}'` : String(value);
}
