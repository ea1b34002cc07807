import type { RegistrationFacts, UserFacts } from '../facts.ts';
import { booleanAt, enumAt, isObject, type JsonObject, textAt, textsAt } from '../json-reader.ts';
import { addTo, emptyList } from './capped-list.ts';

const securityKeys = new Set(['fido2', 'fido2securitykey', 'passkeydevicebound', 'fido', 'securitykey']);

export type RegistrationReducer = { add(page: readonly unknown[]): void; finish(): RegistrationFacts };

/**
 * Turns pages of userRegistrationDetails into facts of bounded size.
 * @param options.users facts about the accounts, to leave out disabled ones; undefined where they are not known
 */
export function registrationReducer(options: {
  users: UserFacts | undefined;
  accountIds: ReadonlySet<string>;
}): RegistrationReducer {
  const disabled = new Set(options.users?.disabledIds);
  const facts: RegistrationFacts = {
    members: 0,
    capable: 0,
    incapable: emptyList(),
    admins: 0,
    incapableAdmins: emptyList(),
    capableById: {},
    securityKeyById: {},
    disabledExcluded: options.users?.disabledIdsComplete === true,
  };
  const addOne = (row: JsonObject): void => {
    const id = textAt(row, 'id') ?? '';
    const capable = booleanAt(row, 'isMfaCapable') === true;
    const name = textAt(row, 'userPrincipalName') ?? textAt(row, 'userDisplayName') ?? id;
    if (options.accountIds.has(id.toLowerCase())) {
      facts.capableById[id.toLowerCase()] = capable;
      const methods = textsAt(row, 'methodsRegistered').map((method) => method.toLowerCase());
      facts.securityKeyById[id.toLowerCase()] = methods.some((method) => securityKeys.has(method));
    }
    if (disabled.has(id)) return;
    if (booleanAt(row, 'isAdmin') === true) {
      facts.admins += 1;
      if (!capable) addTo(facts.incapableAdmins, id, name);
    }
    if (enumAt(row, 'userType') === 'guest') return;
    facts.members += 1;
    if (capable) facts.capable += 1;
    else addTo(facts.incapable, id, name);
  };
  return {
    add: (page) => page.filter(isObject).forEach(addOne),
    finish: () => facts,
  };
}
