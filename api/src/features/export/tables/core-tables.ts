import { textWithoutOAuthSecrets, withoutOAuthSecrets } from '../../../domain/redaction/oauth-secrets.ts';
import type { CredentialRecord, CredentialStore } from '../../../store/credentials.ts';
import { credentialId } from '../../../store/credentials.ts';
import type { ExportReads } from '../../../store/export-reads.ts';
import type { TenantRecord } from '../../../store/tenants.ts';
import type { UserRecord } from '../../../store/users.ts';
import { readRecords } from '../read-records.ts';
import { defineTable, type ExportTable, encrypted, flag, instant, json, redactedHash, text, whole } from '../table.ts';

type Parts = { reads: ExportReads; credentials: Pick<CredentialStore, 'of'> };

const tenantColumns = {
  id: text({ isRequired: true }),
  name: text({ isUnique: true, isRequired: true }),
  displayName: text(),
  domain: text(),
  orgName: text(),
  m365TenantId: text(),
  accessToken: text(),
  refreshToken: text(),
  tokenExpiresAt: instant(),
  tokenScope: text(),
  connectedBy: text(),
  isMock: flag({ initial: false }),
  createdBy: text(),
  createdAt: instant(),
  updatedAt: instant(),
};

/** Tokens are with the tenant's credentials; that there are some is all that is told of them. */
const tenantRow = (tenant: TenantRecord, credential: CredentialRecord | null) => {
  const token = credential?.tokenCache ? encrypted : null;
  const { id, name, displayName, domain, m365TenantId, isMock, createdAt, updatedAt } = tenant;
  return {
    ...{ id, name, displayName, domain, orgName: displayName, m365TenantId, isMock, createdAt, updatedAt },
    accessToken: token,
    refreshToken: token,
    tokenExpiresAt: credential?.tokenExpiresAt ?? null,
    tokenScope: credential && credential.scopes.length > 0 ? credential.scopes.join(' ') : null,
    connectedBy: credential?.userEmail ?? null,
    // Who created it stands in the audit trail.
    createdBy: null,
  };
};

const userColumns = {
  id: text({ isRequired: true }),
  username: text({ isRequired: true }),
  email: text(),
  displayName: text(),
  role: text({ isRequired: true }),
  tenantId: text(),
  passwordHash: text(),
  m365Id: text(),
  isLicensed: flag({ initial: false }),
  isMfaEnforced: flag({ initial: false }),
  isRoleManuallySet: flag({ initial: false }),
  roleSource: text({ initial: 'manual' }),
  createdAt: instant(),
};

/** Licenses and MFA are those of Microsoft accounts, and stand with them. */
const userRow = (user: UserRecord) => {
  const { id, username, email, displayName, role, scope, passwordHash, m365Id, roleSource, createdAt } = user;
  return {
    ...{ id, username, email, displayName, role, m365Id, roleSource, createdAt },
    tenantId: scope.kind === 'tenants' ? (scope.tenantIds[0] ?? null) : null,
    passwordHash: passwordHash === null ? null : redactedHash,
    isLicensed: undefined,
    isMfaEnforced: undefined,
    isRoleManuallySet: roleSource === 'manual',
  };
};

/** Whom each tenant has at the client. */
const contactColumns = {
  id: text({ isRequired: true }),
  tenantId: text({ isRequired: true }),
  name: text(),
  address: text(),
  gets: json(),
};

const oauthErrorColumns = {
  id: text({ isRequired: true }),
  timestamp: instant(),
  source: text(),
  context: text(),
  error: text(),
  raw: json(),
  originatingTenantId: text(),
  tokenExchangeSuccess: flag(),
  graphApiSuccess: flag(),
  credentialsSaved: flag(),
  oauthStateDecoded: flag(),
  userEmailExtracted: text(),
  oauthCallbackDurationMs: whole(),
  createdAt: instant(),
};

const m365UserColumns = {
  id: text({ isRequired: true }),
  graphId: text(),
  m365_id: text(),
  userPrincipalName: text(),
  displayName: text(),
  mail: text(),
  jobTitle: text(),
  accountEnabled: flag({ initial: true }),
  isLicensed: flag(),
  userType: text(),
  directoryRoles: json(),
  lastSyncAt: instant(),
  createdAt: instant(),
};

/** The tables of the SQL export: tenants, users, OAuth errors, Microsoft 365 users. */
export function coreTables({ reads, credentials }: Parts) {
  const tenants = defineTable('tenants', tenantColumns, async function* (unreadable) {
    for await (const tenant of readRecords(reads, 'tenants', unreadable)) {
      const credential = await credentials.of(tenant.id).get(credentialId(tenant.id));
      yield tenantRow(tenant, credential?.value ?? null);
    }
  });
  const tenantContacts = defineTable('tenant_contacts', contactColumns, async function* (unreadable) {
    for await (const { id: tenantId, contacts = [] } of readRecords(reads, 'tenants', unreadable)) {
      for (const { id, name, address, gets } of contacts) yield { id, tenantId, name, address, gets };
    }
  });
  const users = defineTable('users', userColumns, async function* (unreadable) {
    for await (const user of readRecords(reads, 'users', unreadable)) yield userRow(user);
  });
  const oauthErrors = defineTable('oauth_errors', oauthErrorColumns, async function* (unreadable) {
    for await (const step of readRecords(reads, 'oauthErrors', unreadable)) {
      yield { ...step, error: textWithoutOAuthSecrets(step.error), raw: withoutOAuthSecrets(step.raw) };
    }
  });
  const m365Users = defineTable('m365_users', m365UserColumns, async function* (unreadable) {
    for await (const user of readRecords(reads, 'm365Users', unreadable)) yield { ...user, m365_id: user.graphId };
  });
  return { tenants, tenantContacts, users, oauthErrors, m365Users } satisfies Record<string, ExportTable>;
}
