import { truncate } from '@tenantry/contract/text';
import type { Evidence } from '@tenantry/contract/verdicts';
import { flagIn, isSet, numberIn, textIn, textsIn, wordIn } from '../../facts/configuration-properties.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { named } from '../../facts/sentence-parts.ts';
import { type ConfigurationDataset, identityOf } from '../../facts/tenant-configuration.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from './check.ts';
import { withData } from './missing-data.ts';

/**
 * A property of an instance and what it should be. `holds`: null where the property does not say. `isOptional`: it is no evidence
 * where it is not reported.
 */
export type Setting = { property: string; isOptional?: true; holds(properties: JsonObject): boolean | null };

export const isOn = (property: string): Setting => ({ property, holds: (one) => flagIn(one, property) });

export const isOff = (property: string): Setting => ({
  property,
  holds(one) {
    const flag = flagIn(one, property);
    return flag === null ? null : !flag;
  },
});

/** @param words in lower case */
export const isOneOf = (property: string, words: readonly string[]): Setting => ({
  property,
  holds(one) {
    const word = wordIn(one, property);
    return word === null ? null : words.includes(word);
  },
});

export const isEmpty = (property: string): Setting => ({
  property,
  holds: (one) => {
    const list = textsIn(one, property);
    return list === null ? null : list.every((entry) => entry.trim() === '');
  },
});

export const isNotEmpty = (property: string): Setting => ({
  property,
  holds(one) {
    const list = textsIn(one, property);
    return list === null ? null : list.some((entry) => entry.trim() !== '');
  },
});

export const isWithin = (property: string, least: number, most: number): Setting => ({
  property,
  holds(one) {
    const number = numberIn(one, property);
    return number === null ? null : number >= least && number <= most;
  },
});

/** A property as evidence shows it. */
function valueText(properties: JsonObject, property: string): string {
  const list = textsIn(properties, property);
  const text = textIn(properties, property) ?? flagIn(properties, property) ?? numberIn(properties, property);
  if (text !== null && text !== '') return truncate(String(text), 120);
  if (list === null) return 'not reported';
  return list.length === 0 ? 'empty' : truncate(named(list), 200);
}

export function settingEvidence(dataset: ConfigurationDataset, properties: JsonObject, property: string): Evidence {
  const identity = identityOf(properties);
  const observed = `${property} = ${valueText(properties, property)}`;
  return identity === '' ? evidenceFrom(dataset, observed) : evidenceFrom(dataset, observed, truncate(identity, 200));
}

export type SettingsOutcome = {
  /** Properties that are not as they should be, and those that do not say. */
  wrong: string[];
  silent: string[];
  evidence: Evidence[];
};

/** What an instance says of the settings. */
export function settingsOf(
  dataset: ConfigurationDataset,
  properties: JsonObject,
  settings: readonly Setting[],
): SettingsOutcome {
  const outcome: SettingsOutcome = { wrong: [], silent: [], evidence: [] };
  for (const { property, isOptional, holds } of settings) {
    const state = holds(properties);
    if (state === false) outcome.wrong.push(property);
    if (state === null) outcome.silent.push(property);
    if (isOptional && !isSet(properties, property)) continue;
    outcome.evidence.push(settingEvidence(dataset, properties, property));
  }
  return outcome;
}

/** Words of a verdict: each a whole sentence without its period. */
export type SettingsWords = { good: string; bad: string };

/** The verdict over settings that stand once in the organization, in however many instances they came. */
export function verdictOnSettings(
  dataset: ConfigurationDataset,
  instances: readonly JsonObject[],
  settings: readonly Setting[],
  { good, bad }: SettingsWords,
): CheckVerdict {
  const outcomes = instances.map((one) => settingsOf(dataset, one, settings));
  const evidence = outcomes.flatMap((outcome) => outcome.evidence);
  const wrong = [...new Set(outcomes.flatMap((outcome) => outcome.wrong))];
  const silent = [...new Set(outcomes.flatMap((outcome) => outcome.silent))];
  if (wrong.length > 0) return verdict('fail', `${bad} (${named(wrong)}).`, evidence);
  if (outcomes.length === 0) return verdict('couldNotCheck', 'Microsoft’s snapshot does not hold this setting.');
  if (silent.length > 0)
    return verdict('couldNotCheck', `Microsoft’s snapshot does not say how this is set (${named(silent)}).`, evidence);
  return verdict('pass', `${good}.`, evidence);
}

/** A check over settings that stand once in the organization. */
export const organizationSettings = (
  dataset: ConfigurationDataset,
  settings: readonly Setting[],
  words: SettingsWords,
): Check['evaluate'] => withData([dataset], ([instances]) => verdictOnSettings(dataset, instances, settings, words));
