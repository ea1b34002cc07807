/** Secrets, by name. In Azure this is Key Vault; nothing else in the product keeps a secret. */
export interface Vault {
  /** The newest version's value, or null where there is no such secret. @throws Error where it is disabled */
  get(name: string): Promise<string | null>;
  /** Adds a version. Earlier ones are kept by the vault. */
  set(name: string, value: string): Promise<void>;
}

/** For who replaces secrets. */
export interface DisablingVault extends Vault {
  /**
   * Disables every version that there is, so that reading it is an error until somebody enables it again in the vault itself,
   * or adds a version. Nothing happens where there is none, or it is disabled already.
   */
  disable(name: string): Promise<void>;
}
