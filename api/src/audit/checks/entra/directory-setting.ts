import { enumAt, type JsonObject, objectsAt, textAt } from '../../facts/json-reader.ts';
import { type Check, type CheckVerdict, verdict } from '../shared/check.ts';
import { withData } from '../shared/missing-data.ts';

/** The value of a directory setting; null where the tenant never changed it, so that Microsoft's default holds. */
export function setting(settings: readonly JsonObject[], template: string, name: string): string | null {
  const own = settings
    .filter((item) => (enumAt(item, 'templateId') ?? template) === template)
    .flatMap((item) => objectsAt(item, 'values'));
  const found = own.find((value) => textAt(value, 'name') === name);
  return found === undefined ? null : (textAt(found, 'value') ?? '');
}

/** Judges where the settings of a template have the documented form: names and values as texts. */
export function withSettings(
  template: string,
  judge: (settings: readonly JsonObject[]) => CheckVerdict,
): Check['evaluate'] {
  return withData(['groupSettings'], ([settings]) =>
    areReadable(settings, template)
      ? judge(settings)
      : verdict('couldNotCheck', "Microsoft's response has the directory settings in an unknown format."),
  );
}

function areReadable(settings: readonly JsonObject[], template: string): boolean {
  const isPair = (item: unknown): boolean => textAt(item, 'name') !== null && textAt(item, 'value') !== null;
  return settings
    .filter((item) => (enumAt(item, 'templateId') ?? template) === template)
    .every(({ values }) => Array.isArray(values) && values.every(isPair));
}

/** A switch is a text, or not set at all. */
export const isFlag = (text: string | null): boolean => text === null || /^(true|false)$/i.test(text);
