import { textIn } from './configuration-properties.ts';
import { type JsonObject, textAt } from './json-reader.ts';

/** The primary address of a shared mailbox, in lower case and without the `SMTP:` before it; null where it does not say. */
export function addressOfMailbox(mailbox: JsonObject): string | null {
  const told = textIn(mailbox, 'PrimarySMTPAddress') ?? textIn(mailbox, 'Identity') ?? '';
  const address = told
    .trim()
    .toLowerCase()
    .replace(/^smtp:/, '');
  return address.includes('@') ? address : null;
}

/** The accounts that may be a mailbox's: those with its address as mail or as user name. */
export function accountsOfMailbox(address: string, accounts: readonly JsonObject[]): JsonObject[] {
  const has = (account: JsonObject, property: string) => textAt(account, property)?.toLowerCase() === address;
  return accounts.filter((account) => has(account, 'mail') || has(account, 'userPrincipalName'));
}
