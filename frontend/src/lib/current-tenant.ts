/** The tenant now selected. Kept apart from the session so that the API client can read it without a cycle. */
let selected: string | null = null;

/** The id of the selected tenant, or null in the global view. */
export function currentTenantId(): string | null {
  return selected;
}

/** For the session alone; everything else selects through it. */
export function setCurrentTenantId(tenantId: string | null): void {
  selected = tenantId;
}
