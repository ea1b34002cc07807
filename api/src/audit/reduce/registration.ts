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
  const disabled = new Set(options.users?.disabledIds.map((id) => id.toLowerCase()));
  const facts: RegistrationFacts = {
    members: 0,
    capable: 0,
    untold: emptyList(),
    incapable: emptyList(),
    admins: 0,
    incapableAdmins: emptyList(),
    capableById: {},
    securityKeyById: {},
    disabledExcluded: options.users?.disabledIdsComplete === true,
  };
  const addOne = (row: JsonObject): void => {
    const id = textAt(row, 'id') ?? '';
    const capable = booleanAt(row, 'isMfaCapable');
    const name = textAt(row, 'userPrincipalName') ?? textAt(row, 'userDisplayName') ?? id;
    if (options.accountIds.has(id.toLowerCase())) {
      if (capable !== null) facts.capableById[id.toLowerCase()] = capable;
      const methods = textsAt(row, 'methodsRegistered').map((method) => method.toLowerCase());
      if (Array.isArray(row.methodsRegistered) && methods.length === row.methodsRegistered.length)
        facts.securityKeyById[id.toLowerCase()] = methods.some((method) => securityKeys.has(method));
    }
    if (disabled.has(id.toLowerCase())) return;
    if (booleanAt(row, 'isAdmin') === true) {
      facts.admins += 1;
      if (capable === false) addTo(facts.incapableAdmins, id, name);
    }
    if (enumAt(row, 'userType') === 'guest') return;
    facts.members += 1;
    if (capable) facts.capable += 1;
    else if (capable === false) addTo(facts.incapable, id, name);
    else addTo(facts.untold, id, name);
  };
  return {
    add: (page) => page.filter(isObject).forEach(addOne),
    finish: () => facts,
  };
}
