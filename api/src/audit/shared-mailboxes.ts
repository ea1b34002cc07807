import { textIn } from './configuration-properties.ts';
import { type JsonObject, textAt } from './json-reader.ts';

/** The primary address of a shared mailbox, in lower case; null where it does not say. */
export function addressOfMailbox(mailbox: JsonObject): string | null {
  const told = textIn(mailbox, 'PrimarySMTPAddress') ?? textIn(mailbox, 'Identity') ?? '';
  const address = told.trim().toLowerCase();
  return address.includes('@') ? address : null;
}

/** The account of a mailbox among accounts: the one with its address as mail or as user name. */
export function accountOfMailbox(address: string, accounts: readonly JsonObject[]): JsonObject | undefined {
  const has = (account: JsonObject, property: string) => textAt(account, property)?.toLowerCase() === address;
  return (
    accounts.find((account) => has(account, 'mail')) ?? accounts.find((account) => has(account, 'userPrincipalName'))
  );
}
