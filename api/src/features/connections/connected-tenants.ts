import { credentialKind, readGraphApp } from '../../domain/connection/app-registration.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { CredentialRecord, CredentialStore } from '../../store/credentials.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantRecord } from '../../store/tenants.ts';

export type ConnectedDependencies = Pick<CommonParts, 'tenants' | 'systemConfig'> & {
  credentialStore: Pick<CredentialStore, 'ofScope'>;
};

/** A tenant and how it is connected; `record` null where it never was. */
export type Connected = { tenant: TenantRecord; record: CredentialRecord | null };

/** Every tenant of a scope, by name. */
export async function connected(
  { tenants, credentialStore }: ConnectedDependencies,
  scope: Scope,
): Promise<Connected[]> {
  const [inScope, records] = await Promise.all([tenants.ofScope(scope), credentialStore.ofScope(scope)]);
  return inScope.map((tenant) => ({ tenant, record: records.get(tenant.id) ?? null }));
}

/** This installation's own secret serves all tenants: only callers who see all of them are told of it. */
export async function ourSecretEnd({ systemConfig }: ConnectedDependencies, scope: Scope): Promise<OurSecretEnd> {
  const app = scope.kind === 'all' ? await readGraphApp(systemConfig) : null;
  return { expiresAt: app?.secretExpiresAt ?? null, isCertificate: credentialKind(app) === 'certificate' };
}

/** When our client secret or certificate ends; null where nobody has said. */
export type OurSecretEnd = { expiresAt: string | null; isCertificate: boolean };
