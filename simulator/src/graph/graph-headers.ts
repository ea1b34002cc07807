/** What a call, or one of a batch, says in its headers. */
export interface GraphHeaders {
  /** ConsistencyLevel: eventual. */
  eventual: boolean;
  /** Prefer: include-unknown-enum-members. */
  prefersUnknownMembers: boolean;
  /** Accept-Language as it was sent; null: not at all. */
  acceptLanguage: string | null;
}

export function graphHeaders(headerOf: (name: string) => string | null): GraphHeaders {
  return {
    eventual: headerOf('consistencylevel')?.toLowerCase().includes('eventual') === true,
    prefersUnknownMembers: headerOf('prefer')?.includes('include-unknown-enum-members') === true,
    acceptLanguage: headerOf('accept-language'),
  };
}
