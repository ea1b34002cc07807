import { flagIn } from '../../facts/configuration-properties.ts';
import type { Check } from '../shared/check.ts';
import type { Setting, SettingsWords } from '../shared/configured-settings.ts';
import { type ProtectionKind, protects, reachDatasets } from './protection-check.ts';
export const threatPolicies = 'Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies';

export type ProtectionRow = Pick<
  Check,
  'id' | 'title' | 'findingTitle' | 'severity' | 'frameworks' | 'recommendation' | 'impact'
> & {
  kind: ProtectionKind;
  settings: readonly Setting[];
  words: SettingsWords;
};

/** A check of settings by whom each policy with them reaches. */
export const byReach = ({ kind, settings, words, ...row }: ProtectionRow): Check => ({
  ...row,
  category: 'mail-flow',
  endangers: 'mail',
  datasets: [kind.policies],
  helpful: [kind.rules, ...reachDatasets, 'domains'],
  evaluate: protects({ kind, settings: () => settings, words }),
});

/** On unless it says that it is off: what is left out is the default. */
export function isOnOrUnsaid(property: string): Setting {
  return { property, holds: (policy) => flagIn(policy, property) !== false };
}
