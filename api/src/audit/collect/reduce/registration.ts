import { describedAccounts, type RegistrationFacts, type UserFacts } from '../../facts/account-facts.ts';
import { booleanAt, enumAt, isObject, type JsonObject, textAt, textsAt } from '../../facts/json-reader.ts';
import { addTo, emptyList } from './capped-list.ts';

const securityKeys = new Set(['fido2', 'fido2securitykey', 'fido', 'securitykey']);
/** A passkey that does not leave its device: a key, or the device itself. The report does not say which. */
const mayBeSecurityKey = 'passkeydevicebound';

/** Whether a security key is among the methods of a row; undefined where the row does not say. */
function hasSecurityKey(row: JsonObject): boolean | undefined {
  const methods = textsAt(row, 'methodsRegistered').map((method) => method.toLowerCase());
  if (!Array.isArray(row.methodsRegistered) || methods.length !== row.methodsRegistered.length) return undefined;
  if (methods.some((method) => securityKeys.has(method))) return true;
  return methods.includes(mayBeSecurityKey) ? undefined : false;
}

export type RegistrationReducer = { add(page: readonly unknown[]): void; finish(): RegistrationFacts };

/**
 * Turns pages of userRegistrationDetails into facts of bounded size.
 * @param options.users facts about the accounts, to leave out disabled ones; undefined where they are not known
 * @param options.guestIds lower-case ids of guests, for rows that do not say what kind of account they are about
 */
export function registrationReducer(options: {
  users: UserFacts | undefined;
  accountIds: ReadonlySet<string>;
  guestIds?: ReadonlySet<string>;
}): RegistrationReducer {
  const disabled = new Set(options.users?.disabledIds.map((id) => id.toLowerCase()));
  const withoutReset = emptyList();
  const facts: RegistrationFacts = {
    members: 0,
    capable: 0,
    untold: emptyList(),
    incapable: emptyList(),
    admins: 0,
    incapableAdmins: emptyList(),
    capableById: {},
    securityKeyById: {},
    withoutReset,
    resetUntold: 0,
    disabledExcluded: options.users?.disabledIdsComplete === true,
  };
  let rows = 0;
  const addOne = (row: JsonObject): void => {
    const id = textAt(row, 'id') ?? '';
    const capable = booleanAt(row, 'isMfaCapable');
    const name = textAt(row, 'userPrincipalName') ?? textAt(row, 'userDisplayName') ?? id;
    const isAskedFor = options.accountIds.has(id.toLowerCase());
    rows += 1;
    if (capable !== null && (isAskedFor || rows <= describedAccounts)) facts.capableById[id.toLowerCase()] = capable;
    if (isAskedFor) {
      const key = hasSecurityKey(row);
      if (key !== undefined) facts.securityKeyById[id.toLowerCase()] = key;
    }
    if (disabled.has(id.toLowerCase())) return;
    if (booleanAt(row, 'isAdmin') === true) {
      facts.admins += 1;
      if (capable === false) addTo(facts.incapableAdmins, id, name);
    }
    const type = enumAt(row, 'userType');
    if (type === 'guest' || (type === null && options.guestIds?.has(id.toLowerCase()) === true)) return;
    facts.members += 1;
    const mayReset = booleanAt(row, 'isSsprEnabled');
    if (mayReset === false) addTo(withoutReset, id, name);
    if (mayReset === null) facts.resetUntold = (facts.resetUntold ?? 0) + 1;
    if (capable) facts.capable += 1;
    else if (capable === false) addTo(facts.incapable, id, name);
    else addTo(facts.untold, id, name);
  };
  return {
    add: (page) => page.filter(isObject).forEach(addOne),
    finish: () => facts,
  };
}
