import type { AppRegistrationFacts } from '../../facts/application-facts.ts';
import { isObject, objectsAt, textAt } from '../../facts/json-reader.ts';
import { directoryObjectKind } from '../../microsoft/directory-object-types.ts';
import { addTo, emptyList } from './capped-list.ts';
import { areSecretsListed, liveSecrets } from './roles.ts';

/**
 * Reduces pages of app registrations to those that have secrets: of the others their number is enough. Agent blueprints are among
 * them, told by their `@odata.type` (Microsoft Graph, "agentIdentityBlueprint resource type").
 */
export function appRegistrationReducer(now: Date): {
  add(page: readonly unknown[]): void;
  finish(): AppRegistrationFacts;
} {
  const facts: AppRegistrationFacts = { total: 0, live: emptyList(), expired: emptyList(), untold: emptyList() };
  const blueprints = { total: 0, live: emptyList(), expired: emptyList(), untold: emptyList() };
  return {
    add(page) {
      for (const application of page.filter(isObject)) {
        const isBlueprint = directoryObjectKind(textAt(application, '@odata.type')).agent === 'agentIdentityBlueprint';
        const wholes = isBlueprint ? [facts, blueprints] : [facts];
        const id = textAt(application, 'id') ?? '';
        const name = textAt(application, 'displayName') ?? textAt(application, 'appId') ?? id;
        for (const whole of wholes) {
          whole.total += 1;
          // A secret that is seen counts, whatever else the answer does not say.
          if (liveSecrets(application, now) > 0) addTo(whole.live, id, name);
          else if (!areSecretsListed(application)) addTo(whole.untold, id, name);
          else if (objectsAt(application, 'passwordCredentials').length > 0) addTo(whole.expired, id, name);
        }
      }
    },
    finish: () => ({ ...facts, blueprints }),
  };
}
