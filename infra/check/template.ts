/** What of a compiled template is read: https://learn.microsoft.com/azure/azure-resource-manager/templates/syntax */
export interface Template {
  parameters: Record<string, Parameter>;
  variables?: Record<string, unknown>;
  resources: Record<string, TemplateResource>;
  outputs?: Record<string, { type: string; value?: unknown }>;
}

export interface Parameter {
  type?: string;
  allowedValues?: unknown[];
  defaultValue?: unknown;
  nullable?: boolean;
  minLength?: number;
  maxLength?: number;
  minValue?: number;
  maxValue?: number;
  properties?: Record<string, unknown>;
}

export interface TemplateResource {
  type: string;
  apiVersion: string;
  name: string;
  existing?: boolean;
  condition?: unknown;
  scope?: string;
  copy?: unknown;
  properties?: Record<string, unknown>;
  [other: string]: unknown;
}

/** A template, or that of a module. */
export interface PlacedTemplate {
  template: Template;
  /** The name of the module in main.bicep; '' for main.bicep itself. */
  module: string;
}

const DEPLOYMENT = 'Microsoft.Resources/deployments';
export const isModule = ({ type, existing }: TemplateResource) => type === DEPLOYMENT && existing !== true;

/** A template and those of its modules, however deep. */
export function* templatesIn(template: Template, module = ''): Generator<PlacedTemplate> {
  yield { template, module };
  for (const [name, one] of Object.entries(template.resources)) {
    if (isModule(one) && isTemplate(one.properties?.template)) yield* templatesIn(one.properties.template, name);
  }
}

const isTemplate = (value: unknown): value is Template =>
  typeof value === 'object' && value !== null && 'resources' in value;

/** An expression with its variables written out: `[…]` and what stands in it, or plain text. */
export function expanded(text: string, { variables = {} }: Template, depth = 0): string {
  if (depth > 20) return text;
  return text.replace(/variables\('([^']+)'\)/g, (whole, name: string) => {
    const value = variables[name];
    if (value === undefined || name.startsWith('$fxv')) return whole;
    const inner = typeof value === 'string' && value.startsWith('[') ? value.slice(1, -1) : JSON.stringify(value);
    return expanded(inner, { parameters: {}, resources: {}, variables }, depth + 1);
  });
}

/** Every text within a value, with the path to it. */
export function* textsIn(value: unknown, path = ''): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      // The template of a module is read by itself.
      if (key === 'template') continue;
      yield* textsIn(inner, path === '' ? key : `${path}.${key}`);
      yield [path, key];
    }
}

/** What stands at a path such as `properties.siteConfig.appSettings`. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((one, key) => (isRecord(one) ? one[key] : undefined), value);
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
