import { findUserIndex } from '../directory/find-user.ts';
import { type NotableUser, notableUser, notableUsers } from '../directory/notable-users.ts';
import { accountTraits, type TenantDirectory } from '../directory/tenant-directory.ts';
import { type EntraError, entraErrors } from '../entra/entra-errors.ts';
import type { EntraRequest } from '../entra/entra-parts.ts';
import { errorDescription } from '../entra/entra-refusal.ts';
import { html, type Markup, pageResponse } from './html.ts';

export interface ChosenUser {
  directory: TenantDirectory;
  userIndex: number;
}

function described({ kind, roles, eligibleRoles }: NotableUser): string {
  const held = [...roles, ...eligibleRoles.map((role) => `${role} (eligible, not active)`)];
  if (held.length > 0) return held.join(', ');
  return kind === 'guest' ? 'Guest' : 'No directory role';
}

function userButton(directory: TenantDirectory, user: NotableUser): Markup {
  return html`<li><button class="user" name="user" value="${directory.tenantId}/${user.userId}">${user.displayName}
<small>${user.userPrincipalName}</small><small>${described(user)}</small></button></li>`;
}

function tenantSection(directory: TenantDirectory): Markup {
  const { displayName, domain } = directory.profile;
  const buttons = notableUsers(directory).map((user) => userButton(directory, user));
  return html`<h2>${displayName} <small>${domain}</small></h2><ul>${buttons}</ul>`;
}

const outcomes = [
  { value: '', label: 'as the tenant has it' },
  { value: 'mfaRequired', label: 'multi-factor authentication missing (50076)' },
  { value: 'mfaNotPassed', label: 'multi-factor authentication not passed (50074)' },
  { value: 'blocked', label: 'blocked by Conditional Access (53003)' },
  { value: 'securityPolicy', label: 'blocked by a security policy (530032)' },
  { value: 'deviceNotFound', label: 'device not found (700003)' },
];

export interface UserChoiceOptions {
  title: string;
  intro: string;
  directories: TenantDirectory[];
  /** Whether the page offers ways to fail. */
  withOutcomes: boolean;
  loginHint: string | null;
  refusal: EntraError | null;
}

/**
 * The page with the choice of users. Its form comes back to the same address by POST. The name stands first: Enter in
 * it presses the form's first button, which must not be that of some user.
 */
export function userChoicePage(options: UserChoiceOptions, request: EntraRequest): Response {
  const { title, intro, directories, withOutcomes, loginHint, refusal } = options;
  const alert = refusal && html`<p class="error" role="alert">${errorDescription(refusal, request)}</p>`;
  const radios = outcomes.map(
    ({ value, label }, index) =>
      html`<div><label><input type="radio" name="outcome" value="${value}"${
        index === 0 ? html` checked` : null
      }> ${label}</label></div>`,
  );
  const hinted = loginHint === null ? null : findUser(loginHint, directories);
  const first =
    hinted &&
    html`<h2>Last used</h2><ul>${userButton(hinted.directory, notableUser(hinted.directory, hinted.userIndex))}</ul>`;
  return pageResponse(
    title,
    html`<p>${intro}</p>${alert}<form method="post">
<p><label for="username">User name</label> <input id="username" name="username" autocomplete="off" value="${loginHint ?? ''}">
<button class="primary" name="action" value="username">Next</button>
<button name="action" value="cancel">Cancel</button></p>
${withOutcomes ? html`<fieldset><legend>How the sign-in ends</legend>${radios}</fieldset>` : null}
${first}${directories.map(tenantSection)}
</form>`,
    refusal ? 400 : 200,
  );
}

function findUser(name: string, directories: TenantDirectory[]): ChosenUser | null {
  for (const directory of directories) {
    const userIndex = findUserIndex(directory, name);
    if (userIndex !== null) return { directory, userIndex };
  }
  return null;
}

/** The user named by login_hint, where he may sign in here. */
export function hintedUser(loginHint: string, directories: TenantDirectory[]): ChosenUser | null {
  const found = findUser(loginHint, directories);
  return found && accountTraits(found.directory, found.userIndex).enabled ? found : null;
}

/** Who was chosen on the page, by button or by name. */
export function chosenUser(form: URLSearchParams, directories: TenantDirectory[]): ChosenUser | EntraError {
  const [tenantId = '', userId = ''] = (form.get('user') ?? '').split('/');
  const userName = form.get('username')?.trim() ?? '';
  const home = directories.filter((directory) => directory.tenantId === tenantId);
  const found = userId === '' ? findUser(userName, directories) : findUser(userId, home);
  const tenant = directories.length === 1 ? (directories[0]?.profile.displayName ?? '') : 'chosen';
  if (!found) return entraErrors.unknownUser(userName || userId, tenant);
  return accountTraits(found.directory, found.userIndex).enabled ? found : entraErrors.disabledUser();
}

/** Hidden fields that carry the choice to the next page. */
export function carried({ directory, userIndex }: ChosenUser, more: Record<string, string> = {}): Markup[] {
  const values = { user: `${directory.tenantId}/${directory.userId(userIndex)}`, ...more };
  return Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
}
