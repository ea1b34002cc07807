import type { AccountDetails, Affected, AffectedType, AlertDetails } from './verdicts.ts';

// What people read of affected accounts and alerts: on pages, in files and in reports alike.

const notKnown = 'Not known';

const typeLabels: Record<AffectedType, string> = {
  user: 'User',
  group: 'Group',
  role: 'Role',
  policy: 'Policy',
  application: 'Application',
  domain: 'Domain',
  setting: 'Setting',
  tenant: 'Tenant',
  people: 'People',
};

export const affectedTypeLabel = ({ type, alert }: Affected): string => (alert ? 'Alert' : typeLabels[type]);

/** What affected objects are counted as: accounts where all are people, else what all of them are, else objects. */
export function affectedNoun(affected: readonly Affected[]): [one: string, many: string] {
  const nouns = new Set(
    affected.map((one) =>
      one.type === 'user' || one.type === 'people' ? 'account' : affectedTypeLabel(one).toLowerCase(),
    ),
  );
  const [noun = 'object'] = nouns.size === 1 ? nouns : [];
  return [noun, noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`];
}

/** How many affected objects a list leaves out. A whole population, such as all users, is one line and leaves out nobody. */
export function affectedLeftOut(affected: readonly Affected[], affectedCount: number, shown: number): number {
  return affected.some(({ type }) => type === 'people') ? 0 : Math.max(0, affectedCount - shown);
}

type FormatDate = (instant: string) => string;
const joined = (names: readonly string[] | null): string =>
  names === null ? notKnown : names.length === 0 ? 'None' : names.join(', ');

/** @param formatDate gives the day or moment of an instant as the place shows it */
export function accountTexts(account: AccountDetails, formatDate: FormatDate) {
  const { roles, licenses, lastSignIn, mfa } = account;
  return {
    roles: joined(roles),
    licenses: joined(licenses),
    lastSignIn: lastSignIn === null ? notKnown : lastSignIn === 'none' ? 'None on record' : formatDate(lastSignIn),
    mfa: mfa === null ? notKnown : mfa ? 'Registered' : 'Not registered',
  };
}

/** The accounts and the day of an alert; the link is its own. */
export function alertTexts({ users, createdAt }: AlertDetails, formatDate: FormatDate) {
  return { users: joined(users), created: createdAt === null ? notKnown : formatDate(createdAt) };
}

/** An affected object in one line, as a file lists it. */
export function affectedLine(affected: Affected, formatDate: FormatDate): string {
  const { name, account, alert } = affected;
  if (alert) {
    const { users, created } = alertTexts(alert, formatDate);
    return `${name} (users: ${users}; created: ${created}${alert.url === null ? '' : `; ${alert.url}`})`;
  }
  if (!account) return name;
  const { roles, licenses, lastSignIn, mfa } = accountTexts(account, formatDate);
  return `${name} (roles: ${roles}; licenses: ${licenses}; last sign-in: ${lastSignIn}; MFA: ${mfa})`;
}
