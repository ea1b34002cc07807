import type { CappedList } from '../../facts/account-facts.ts';
import type { AppRegistrationFacts } from '../../facts/application-facts.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { affectedFrom, type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { withData } from '../shared/missing-data.ts';

/** Names of those that are listed, with the number of all others. */
function namesOf({ count, listed }: CappedList): string {
  const names = listed.slice(0, 5).map(({ name }) => name);
  return count > names.length ? `${names.join(', ')} and ${count - names.length} more` : named(names);
}

/** Those with valid secrets first. */
const joined = (first: CappedList, second: CappedList): CappedList => ({
  count: first.count + second.count,
  listed: [...first.listed, ...second.listed],
});

const applications = (count: number) => countOf(count, 'app registration');

function secrets({ total, live, expired, untold }: AppRegistrationFacts): CheckVerdict {
  const evidence = [
    evidenceFrom(
      'appRegistrations',
      `${applications(total)}: ${live.count} with a valid secret, ${expired.count} with expired secrets alone`,
    ),
  ];
  if (untold.count > 0) evidence.push(evidenceFrom('appRegistrations', `secrets not reported: ${namesOf(untold)}`));
  if (live.count > 0) {
    const leftovers =
      expired.count === 0 ? '' : ` ${expired.count} more ${expired.count === 1 ? 'keeps' : 'keep'} expired ones alone.`;
    return {
      ...verdict(
        'fail',
        `${countOf(live.count, 'app registration has a valid client secret', 'app registrations have valid client secrets')}: ${namesOf(live)}.${leftovers}`,
        evidence,
      ),
      ...affectedFrom(joined(live, expired), 'application'),
    };
  }
  if (expired.count > 0)
    return {
      ...verdict(
        'fail',
        `No secret is valid, but ${countOf(expired.count, 'app registration keeps', 'app registrations keep')} expired ones: ${namesOf(expired)}.`,
        evidence,
      ),
      ...affectedFrom(expired, 'application'),
      recommendation: `${portal.appRegistrations} > All applications > the application > Certificates & secrets: delete the expired client secrets.`,
    };
  if (untold.count > 0)
    return {
      ...verdict('couldNotCheck', `The secrets of ${namesOf(untold)} are not known.`, evidence),
      ...affectedFrom(untold, 'application'),
    };
  return verdict('pass', 'No app registration has a client secret.', evidence);
}

export const appSecretChecks: readonly Check[] = [
  {
    id: 'app.secrets',
    title: 'App registrations have no client secrets',
    findingTitle: 'App registrations have client secrets',
    category: 'secure-score',
    severity: 'medium',
    endangers: 'data',
    frameworks: {
      prowler: ['entra_app_registration_client_secret_unused'],
      nist: ['PR.AA-01'],
      iso: ['A.5.17'],
    },
    datasets: ['appRegistrations'],
    recommendation: `${portal.appRegistrations} > All applications > the application > Certificates & secrets: change what signs in to a certificate, a managed identity or a federated credential, then delete the client secrets.`,
    impact:
      'A secret that leaks from a script, a ticket or a laptop opens what its application may do, from anywhere and without MFA.',
    evaluate: withData(['appRegistrations'], ([facts]) => secrets(facts)),
  },
];
