import type { ConfigurationReferences } from '../posture/configuration-defaults.ts';
import type { TenantDirectory } from './tenant-directory.ts';
import { userAt } from './users.ts';

/** Shared mailboxes: one for 40 users, from the end of the directory. Their accounts are those users. */
function sharedMailboxes(directory: TenantDirectory, onlyDisabled: boolean): Record<string, unknown>[] {
  const { userCount, domain } = directory.profile;
  const wanted = Math.max(1, Math.floor(userCount / 40));
  const mailboxes: Record<string, unknown>[] = [];
  for (let index = userCount - 1; index >= 0 && mailboxes.length < wanted; index -= 1) {
    const { mail, displayName, accountEnabled } = userAt(
      directory,
      index,
      ['mail', 'displayName', 'accountEnabled'],
      0,
    );
    if (!mail?.endsWith(`@${domain}`) || (onlyDisabled && accountEnabled !== false)) continue;
    mailboxes.push({
      DisplayName: displayName,
      Identity: mail,
      PrimarySMTPAddress: mail,
      EmailAddresses: [],
      Ensure: 'Present',
    });
  }
  return mailboxes;
}

/** What a tenant's settings take from its directory. */
export const configurationReferences = (directory: TenantDirectory): ConfigurationReferences => ({
  tenantId: directory.tenantId,
  domains: [directory.profile.domain, directory.initialDomain],
  sharedMailboxes: (onlyDisabled) => sharedMailboxes(directory, onlyDisabled),
});
