import { asUsual, type ConfigurationBehavior } from './configuration-state.ts';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;

/** What each field may be. */
const fits: { readonly [K in keyof ConfigurationBehavior]: (value: unknown) => boolean } = {
  polls: (value) => value === null || isCount(value),
  seconds: isCount,
  fails: (value) => typeof value === 'boolean',
  failingTypes: (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string'),
  answersFor: (value) => value === null || isTexts(value),
  resourceLocation: (value) => value === null || typeof value === 'string',
  errorsAsObjects: (value) => typeof value === 'boolean',
  duplicates: (value) => typeof value === 'boolean',
  numbersAsText: (value) => typeof value === 'boolean',
  otherJobs: isCount,
  otherInstances: isCount,
};

/** `{tenantId, …}` from JSON; throws a TypeError that names what is wrong. */
export function parseBehavior(value: unknown): { tenantId: string; behavior: Partial<ConfigurationBehavior> } {
  const { tenantId, ...behavior } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  if (typeof tenantId !== 'string') throw new TypeError('tenantId must be a string');
  for (const [name, given] of Object.entries(behavior)) {
    if (!(name in asUsual)) throw new TypeError(`${name} is no behavior of Tenant Configuration Management`);
    if (!fits[name as keyof ConfigurationBehavior](given)) throw new TypeError(`${name} has no value that it can have`);
  }
  return { tenantId, behavior };
}
