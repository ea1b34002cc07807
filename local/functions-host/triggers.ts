import type { Binding, RegisteredFunction } from './core-types.ts';

export type TriggerKind = 'http' | 'timer' | 'queue';

const KINDS: Record<string, TriggerKind> = { httptrigger: 'http', timertrigger: 'timer', queuetrigger: 'queue' };

/**
 * The one trigger of a function, with the name of its binding.
 * @throws Error for a trigger this host does not run, or when there is not exactly one.
 */
export function triggerOf(fn: RegisteredFunction): { kind: TriggerKind; name: string; binding: Binding } {
  const triggers = Object.entries(fn.metadata.bindings).filter(([, binding]) => /trigger$/i.test(binding.type));
  const [first] = triggers;
  if (first === undefined || triggers.length > 1) throw new Error(`${fn.metadata.name}: needs exactly one trigger`);
  const [name, binding] = first;
  const kind = KINDS[binding.type.toLowerCase()];
  if (kind === undefined) throw new Error(`${fn.metadata.name}: ${binding.type} is not run by the local host`);
  return { kind, name, binding };
}

/**
 * Puts settings in the place of `%NAME%`, as the real host does in schedules and queue names.
 * @throws Error when the setting is missing, with its name.
 */
export function resolveSettings(text: string, env: Record<string, string | undefined>): string {
  return text.replace(/%([^%]+)%/g, (_, name: string) => {
    const value = env[name];
    if (value === undefined) throw new Error(`the setting ${name} that a binding names is missing`);
    return value;
  });
}
