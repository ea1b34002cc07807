import type { CappedList } from '../facts/account-facts.ts';
import type { LegacySignInFacts } from '../facts/risk-facts.ts';
import { isObject, type JsonObject, numberAt, textAt, timeAt } from '../json-reader.ts';
import { addTo, emptyList } from './capped-list.ts';

export const signInsSinceDays = 7;

/** Names of legacy clients in the sign-in log (learn.microsoft.com, "Block legacy authentication"). */
export const legacyClientNames = [
  'Authenticated SMTP',
  'AutoDiscover',
  'Autodiscover',
  'Exchange ActiveSync',
  'Exchange Online PowerShell',
  'Exchange Web Services',
  'IMAP4',
  'MAPI Over HTTP',
  'Offline Address Book',
  'Other clients',
  'Outlook Anywhere (RPC over HTTP)',
  'POP3',
  'Reporting Web Services',
] as const;
/** Those, the short names of Graph's documentation of signIn.clientAppUsed, and the mail app of Windows 10. */
const legacy = new Set<string>(
  [...legacyClientNames, 'IMAP', 'MAPI', 'POP', 'SMTP', 'Universal Outlook'].map((name) => name.toLowerCase()),
);
const modern = new Set(['browser', 'mobile apps and desktop clients', 'modern clients']);

/** The log adds what is meant to some names: "Other clients; IMAP", "Exchange ActiveSync (supported)". */
function kindOfClient(name: string | null): 'legacy' | 'modern' | 'untold' {
  const client = (name ?? '').trim().toLowerCase();
  if (modern.has(client)) return 'modern';
  return legacy.has(client) || /^(other clients;|exchange activesync \()/.test(client) ? 'legacy' : 'untold';
}
/** SMTP AUTH, as the log and Graph's documentation of signIn.clientAppUsed name it. */
export const isSmtpAuth = (client: string): boolean =>
  ['authenticated smtp', 'smtp'].includes(client.trim().toLowerCase());
const seenUsersCap = 5_000;

export type SignInReducer = { add(page: readonly unknown[]): void; finish(): LegacySignInFacts };

/** Turns pages of the sign-in log into counts of legacy sign-ins. Modern clients and older entries are passed over. */
export function signInReducer(now: Date): SignInReducer {
  const since = now.getTime() - signInsSinceDays * 86_400_000;
  const facts: LegacySignInFacts = {
    sinceDays: signInsSinceDays,
    successes: 0,
    failures: 0,
    untold: 0,
    byClient: {},
    users: emptyList(),
  };
  const smtpUsers = emptyList();
  facts.smtpUsers = smtpUsers;
  const users = new Set<string>();
  const overSmtp = new Set<string>();
  const addOne = (entry: JsonObject): void => {
    const client = textAt(entry, 'clientAppUsed');
    const kind = kindOfClient(client);
    const time = timeAt(entry, 'createdDateTime');
    if (kind === 'modern' || (time !== null && time < since)) return;
    if (client === null || kind === 'untold') {
      facts.untold += 1;
      return;
    }
    const errorCode = numberAt(entry, 'status', 'errorCode');
    if (errorCode === null) facts.untold += 1;
    else if (errorCode !== 0) facts.failures += 1;
    if (errorCode !== 0) return;
    facts.successes += 1;
    facts.byClient[client] = (facts.byClient[client] ?? 0) + 1;
    const id = textAt(entry, 'userId') ?? textAt(entry, 'userPrincipalName') ?? '';
    const name = textAt(entry, 'userPrincipalName') ?? textAt(entry, 'userDisplayName') ?? id;
    const note = (seen: Set<string>, list: CappedList): void => {
      if (seen.has(id) || seen.size >= seenUsersCap) return;
      seen.add(id);
      addTo(list, id, name);
    };
    note(users, facts.users);
    if (isSmtpAuth(client)) note(overSmtp, smtpUsers);
  };
  return {
    add: (page) => page.filter(isObject).forEach(addOne),
    finish: () => facts,
  };
}
