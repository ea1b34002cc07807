import type { AppRegistrationFacts } from '../../facts/application-facts.ts';
import { isObject, objectsAt, textAt } from '../../facts/json-reader.ts';
import { addTo, emptyList } from './capped-list.ts';
import { areSecretsListed, liveSecrets } from './roles.ts';

/** Reduces pages of app registrations to those that have secrets: of the others their number is enough. */
export function appRegistrationReducer(now: Date): {
  add(page: readonly unknown[]): void;
  finish(): AppRegistrationFacts;
} {
  const facts: AppRegistrationFacts = { total: 0, live: emptyList(), expired: emptyList(), untold: emptyList() };
  return {
    add(page) {
      for (const application of page.filter(isObject)) {
        facts.total += 1;
        const id = textAt(application, 'id') ?? '';
        const name = textAt(application, 'displayName') ?? textAt(application, 'appId') ?? id;
        // A secret that is seen counts, whatever else the answer does not say.
        if (liveSecrets(application, now) > 0) addTo(facts.live, id, name);
        else if (!areSecretsListed(application)) addTo(facts.untold, id, name);
        else if (objectsAt(application, 'passwordCredentials').length > 0) addTo(facts.expired, id, name);
      }
    },
    finish: () => facts,
  };
}
