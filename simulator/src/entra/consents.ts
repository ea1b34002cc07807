/** What a tenant lets one application do. */
interface Consented {
  /** Delegated permissions. */
  scopes: ReadonlySet<string>;
  /** Application permissions. */
  roles: ReadonlySet<string>;
}

/** Consent to applications other than the product's own: each in each tenant for itself, by its `consentId`. */
export interface Consents {
  of(tenantId: string, id: string): Consented;
  /** Adds to what was granted. */
  grant(tenantId: string, id: string, more: { scopes: string[]; roles: string[] }): void;
  /** Takes everything back. */
  forget(tenantId: string, id: string): void;
  reset(): void;
}

export function createConsents(): Consents {
  const granted = new Map<string, Consented>();
  const keyOf = (tenantId: string, id: string) => `${tenantId}/${id.toLowerCase()}`;
  const consents: Consents = {
    of: (tenantId, id) => granted.get(keyOf(tenantId, id)) ?? { scopes: new Set(), roles: new Set() },
    grant(tenantId, id, { scopes, roles }) {
      const before = consents.of(tenantId, id);
      granted.set(keyOf(tenantId, id), {
        scopes: new Set([...before.scopes, ...scopes]),
        roles: new Set([...before.roles, ...roles]),
      });
    },
    forget: (tenantId, id) => void granted.delete(keyOf(tenantId, id)),
    reset: () => granted.clear(),
  };
  return consents;
}
