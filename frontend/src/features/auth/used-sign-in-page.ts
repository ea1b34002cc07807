import { paths } from '../../lib/paths.ts';
import { readTab, storeTab, tabKeys } from '../../lib/storage.ts';

/** Remembers, on the way to Microsoft, at which of our pages somebody signs in. */
export const keepSignInPage = (page: string): void => storeTab(tabKeys.signInPage, page === paths.login ? null : page);

/** Where somebody goes back to whose sign-in failed. */
export const usedSignInPage = (): string =>
  readTab(tabKeys.signInPage) === paths.clientSignIn ? paths.clientSignIn : paths.login;
