import type { CappedList } from '../../facts/account-facts.ts';
import { isObject, type JsonObject, numberAt, textAt, timeAt } from '../../facts/json-reader.ts';
import type { LegacySignInFacts } from '../../facts/risk-facts.ts';
import { isSmtpAuth, kindOfClient } from '../../microsoft/legacy-clients.ts';
import { addTo, emptyList } from './capped-list.ts';

export const signInsSinceDays = 7;

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
