import { cleanText } from '@tenantry/contract/text';
import type { MfaAnswer, Person } from '../../audit/checks/conditional-access/mfa-of-user.ts';
import { isExternalAccount } from '../../audit/collect/reduce/users.ts';
import { booleanAt, enumAt, isObject, textAt, valueAt } from '../../audit/facts/json-reader.ts';
import { accountKeys, type M365UserRecord, m365UserId } from '../../store/m365-users.ts';

/** What is said of accounts beside what the list of users says. */
export type DirectoryContext = {
  mfaOf(person: Person): MfaAnswer;
  /** Names of the roles that the account (id in lower case) holds; null with the reason where they are not known. */
  rolesOf(userId: string): { names: readonly string[]; because: null } | { names: null; because: string };
};

type Source = { tenantId: string; isSimulated: boolean };

/** Object ids are GUIDs; nothing else becomes the id of a record. */
const objectId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function textOf(user: unknown, key: string): string | null {
  return cleanText(textAt(user, key) ?? '') || null;
}

function userTypeOf(user: unknown): M365UserRecord['userType'] {
  const type = enumAt(user, 'userType');
  return type === 'guest' ? 'Guest' : type === 'member' ? 'Member' : null;
}

/** An account as it is kept; null where the answer has no object id, so that it is nobody's record. */
export function directoryUser(
  user: unknown,
  source: Source,
  context: DirectoryContext,
  at: string,
): M365UserRecord | null {
  const graphId = textAt(user, 'id')?.toLowerCase() ?? '';
  if (!isObject(user) || !objectId.test(graphId)) return null;
  const userPrincipalName = textOf(user, 'userPrincipalName');
  const displayName = textOf(user, 'displayName') ?? userPrincipalName ?? graphId;
  const userType = userTypeOf(user);
  const licenses = valueAt(user, 'assignedLicenses');
  const mfa = context.mfaOf({ id: graphId, userType, external: isExternalAccount(user) });
  const roles = context.rolesOf(graphId);
  const mail = textOf(user, 'mail');
  const directoryRoles = roles.names && [...roles.names];
  return {
    id: m365UserId(source.tenantId, graphId),
    tenantId: source.tenantId,
    graphId,
    isSimulated: source.isSimulated,
    userPrincipalName,
    displayName,
    nameKey: displayName.toLowerCase(),
    ...accountKeys({ displayName, userPrincipalName, mail, directoryRoles }),
    mail,
    jobTitle: textOf(user, 'jobTitle'),
    userType,
    accountEnabled: booleanAt(user, 'accountEnabled'),
    isLicensed: Array.isArray(licenses) ? licenses.length > 0 : null,
    directoryRoles,
    rolesUnknownBecause: roles.because,
    isMfaEnforced: mfa.enforced,
    mfaUnknownBecause: mfa.because,
    lastSyncAt: at,
    createdAt: at,
  };
}

/** Whether two records say the same of an account, whenever each was written. */
export function isSameUser(a: M365UserRecord, b: M365UserRecord): boolean {
  const content = ({ lastSyncAt: _sync, createdAt: _created, ...said }: M365UserRecord) =>
    JSON.stringify(Object.entries(said).sort(([x], [y]) => (x < y ? -1 : 1)));
  return content(a) === content(b);
}
