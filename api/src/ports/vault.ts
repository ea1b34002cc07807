/** Secrets, by name. In Azure this is Key Vault; nothing else in the product keeps a secret. */
export interface Vault {
  /** The newest version's value, or null where there is no such secret. */
  get(name: string): Promise<string | null>;
  /** Adds a version. Earlier ones are kept by the vault. */
  set(name: string, value: string): Promise<void>;
}
