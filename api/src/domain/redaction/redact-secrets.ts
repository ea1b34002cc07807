import { isSecretName } from './secret-names.ts';
import { redacted, textWithoutSecrets } from './secret-text.ts';

const maxDepth = 40;
/** How often JSON may stand in a string of JSON before nobody reads it any more. */
const maxTextDepth = 4;

/** Where Graph names a value by a field beside it: settings, details of logs, changed properties. */
const labels = ['name', 'key', 'displayName', 'settingName', 'propertyName', 'id'];
const labelled = /^(value|values|settingValue|currentValue|oldValue|newValue|defaultValue|stringValue|data|content)$/i;

const isText = (value: unknown): value is string => typeof value === 'string';
const hasLabelledValue = (object: object) => Object.keys(object).some((name) => labelled.test(name));

/** `{name: 'ClientSecret', value: …}`: the name of the value stands beside it. */
function namesSecretValue(object: object): boolean {
  return labels.some((label) => {
    const name: unknown = Reflect.get(object, label);
    return isText(name) && isSecretName(name);
  });
}

/** Flags, dates about a secret, and lists of objects that show when each ends are shown; what is secret in them has a name of its own. */
function isSecretValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => isText(item) || typeof item === 'number');
  return (isText(value) && value !== '') || typeof value === 'number' || (typeof value === 'object' && value !== null);
}

function redactedText(text: string, textDepth: number): string {
  const trimmed = text.trim();
  if (!/^(\{[\s\S]*\}|\[[\s\S]*\]|"[\s\S]*")$/.test(trimmed)) return textWithoutSecrets(text);
  let parsed: unknown;
  try {
    parsed = JSON.parse(trimmed);
  } catch (error) {
    if (error instanceof SyntaxError) return textWithoutSecrets(text);
    throw error;
  }
  if (textDepth >= maxTextDepth) return redacted;
  const inner = JSON.stringify(redact(parsed, 0, textDepth + 1));
  return inner === JSON.stringify(parsed) ? text : inner;
}

function redact(value: unknown, depth: number, textDepth: number): unknown {
  if (depth > maxDepth) return redacted;
  if (isText(value)) return redactedText(value, textDepth);
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1, textDepth));
  if (typeof value !== 'object' || value === null) return value;
  const isPair = hasLabelledValue(value);
  const isSecretPair = isPair && namesSecretValue(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      // Beside a value, `key` is its name.
      const isLabel = isPair && name === 'key';
      const isSecret = (isSecretPair && labelled.test(name)) || (!isLabel && isSecretName(name));
      const shown = isSecret && isSecretValue(inner) ? redacted : redact(inner, depth + 1, textDepth);
      return [textWithoutSecrets(name), shown];
    }),
  );
}

/**
 * The answer without secrets: what is named like one, at any depth, in lists and in JSON that stands in a string, and what looks
 * like one wherever it stands.
 */
export function withoutSecrets(value: unknown): unknown {
  return redact(value, 0, 0);
}
