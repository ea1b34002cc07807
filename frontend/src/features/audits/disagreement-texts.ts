import type { MicrosoftAnswer, SampledPasses } from '@tenantry/contract/microsoft-answers';
import { witnessFacts } from '../../blocks/witness-facts.ts';
import { formatDateTime } from '../../lib/format.ts';

export type Disagreement = SampledPasses['disagreements'][number];

/** What Microsoft makes of a sign-in that a passing check covers. */
export function microsoftSays({ applied }: Pick<MicrosoftAnswer, 'applied'>): string {
  const names = applied.map(({ name }) => `“${name}”`).join(', ');
  if (names === '') return 'No policy that is on applies to this sign-in.';
  return applied.length === 1
    ? `Of the policies that are on, ${names} applies to this sign-in, and does not do what the check asks for.`
    : `Of the policies that are on, ${names} apply to this sign-in, and none does what the check asks for.`;
}

/** That a scan asked again, and got no answer. */
export const triedText = ({ askedAt, because }: NonNullable<MicrosoftAnswer['failedTry']>): string =>
  `A scan asked again ${formatDateTime(askedAt)}, without an answer: ${because}`;

/** When it was asked, and that Microsoft gave no answer since. */
export const askedText = ({ askedAt, failedTry }: MicrosoftAnswer): string =>
  failedTry ? `${formatDateTime(askedAt)}. ${triedText(failedTry)}` : formatDateTime(askedAt);

/** The sign-in in one line. */
export const signInText = ({ signIn }: Disagreement): string =>
  witnessFacts(signIn)
    .flatMap(([label, value]) => (typeof value === 'string' ? [`${label}: ${value}`] : []))
    .join('; ');
