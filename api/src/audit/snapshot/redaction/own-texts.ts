import { catalog } from '../../checks/catalog.ts';
import { missingData } from '../../checks/shared/missing-data.ts';
import { type DatasetName, datasets } from '../../facts/datasets.ts';
import { applicationSignedIn, blindToLicenses, FailureReason } from '../../facts/facts.ts';
import { hiddenMembershipCode } from '../../facts/hidden-membership.ts';
import { notDeletedCode, unsupportedCode } from '../../facts/tenant-configuration.ts';
import { remedies } from '../../findings/remedies/remedies.ts';

/** One spelling of a text, for comparisons. */
export const normal = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ');
export const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
const isLetter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Whether a text has a name that is no part of a longer word; both in one spelling. */
export function has(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + name.length])) return true;
  }
  return false;
}

/** Codes of failures that have a sentence of their own. */
const toldCodes = [
  ...['Forbidden', 'NO_APP', 'UnexpectedAnswer', 'WaitingForTurn', 'SnapshotRunning'],
  ...[applicationSignedIn, blindToLicenses, hiddenMembershipCode, notDeletedCode, unsupportedCode],
];

/** What a verdict says where data is not there, for whatever reason; each sentence once, without the name of the data. */
function unreadTexts(): Set<string> {
  const failures = FailureReason.options.flatMap((reason) =>
    toldCodes.flatMap((code) => [401, 403].map((status) => ({ reason, code, status, message: '' }))),
  );
  const texts = new Set<string>();
  for (const name of Object.keys(datasets) as DatasetName[]) {
    for (const failure of failures) {
      const facts = { [name]: { state: 'failed' as const, fetchedAt: '', ...failure } };
      const { message, recommendation = '' } = missingData(facts, [name]);
      texts.add(message.replaceAll(datasets[name].label, '…')).add(recommendation);
    }
  }
  return texts;
}

let published: string | null = null;
/** What the product says of every tenant. */
export function ownText(): string {
  published ??= normal(JSON.stringify([catalog, remedies, datasets, [...unreadTexts()]]));
  return published;
}

/** Whether the product's own texts have a name: then it cannot be told from them, and tells nothing. */
export const isOwnWord = (name: string): boolean => has(ownText(), normal(name));
