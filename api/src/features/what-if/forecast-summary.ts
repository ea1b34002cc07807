import type { SignInForecast } from '@tenantry/contract/sign-in-replay';
import { truncate } from '@tenantry/contract/text';
import type { Forecast, ForecastEffect } from '@tenantry/contract/what-if';
import { countOf } from '../../audit/facts/sentence-parts.ts';

const does: Readonly<Record<ForecastEffect, string>> = {
  blocked: 'newly blocked in some sign-in',
  legacyBlocked: 'newly blocked with legacy clients, which cannot show a prompt',
  mfa: 'newly asked for MFA',
  phishingResistantMfa: 'newly asked for phishing-resistant MFA',
  otherProof: 'newly asked for something else, such as terms of use or a new password',
  signInAgain: 'newly asked to sign in again sooner',
  sessionLimited: 'with a session that is newly limited',
};
const changesTold = 8;
const changeLength = 160;

/** What whoever approves is to know of a change that a person then makes. */
export const whatToDo =
  'Approving changes nothing in Microsoft 365: make the change in the Entra admin center under Conditional Access. The next scan says whether the policies are as approved, or what differs.';

/** What the sign-ins of the last days say, in a sentence. */
function replaySummary(signIns: SignInForecast | null): string {
  if (signIns === null)
    return 'No sign-ins were replayed: the sign-in log was not read, or Microsoft did not tell the policies of today.';
  const { totals, log } = signIns;
  const of = (sure: number, maybe: number, what: string): string[] =>
    sure + maybe === 0 ? [] : [`${countOf(sure, 'account')}${maybe > 0 ? ` and perhaps ${maybe} more` : ''} ${what}`];
  const parts = [
    ...of(totals.blocked.accounts, totals.mayBeBlocked.accounts, 'would have been blocked'),
    ...of(totals.asked.accounts, totals.mayBeAsked.accounts, 'asked for more'),
    ...of(0, totals.mayBeLimited.accounts, 'limited in a session'),
  ];
  const said = parts.length === 0 ? 'nobody would have been blocked or asked for more' : parts.join(', ');
  return `By the sign-ins of ${log.days} days up to ${log.to.slice(0, 10)}, ${said}.`;
}

/** A forecast in a few sentences, for people who decide. */
export function forecastSummary(
  { scan, score, findings, accounts, changes, notes }: Forecast,
  signIns: SignInForecast | null,
): string {
  const told = changes.slice(0, changesTold).map((change) => truncate(change, changeLength, '…'));
  const more = changes.length - told.length;
  const points = Math.round(score.points * 10) / 10;
  const scored =
    score.before === null || score.after === null
      ? 'No score is told, since too little was read.'
      : `The audit score goes from ${score.before} to ${score.after} (${points >= 0 ? '+' : ''}${points}).`;
  const people = accounts.flatMap(({ effect, count, maybe }) => {
    if (count + maybe === 0) return [];
    const possible = maybe > 0 ? ` and perhaps ${maybe} more` : '';
    return [`${countOf(count, 'account')}${possible} ${does[effect]}`];
  });
  return [
    `Changes: ${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`,
    `By the scan of ${scan.at.slice(0, 10)}, ${countOf(findings.closed, 'finding')} would close, ${findings.opened} would open.`,
    scored,
    people.length === 0 ? 'No account would be blocked or asked for more than today.' : `${people.join('; ')}.`,
    replaySummary(signIns),
    // What keeps the forecast from being whole is for whoever decides on it.
    ...notes,
  ].join(' ');
}
