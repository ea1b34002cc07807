/** A plain https address, normalized; null for anything else, such as one with a user name in it. */
export function webAddress(reference: string): string | null {
  if (!reference.startsWith('https://') || !URL.canParse(reference)) return null;
  const url = new URL(reference);
  return url.username === '' && url.password === '' ? url.href : null;
}

/** Whether a reader can look it up: CIS and CISA (`MS.AAD.1.1v1`) ids and web addresses, not the names of other tools' checks. */
export function canBeLookedUp(reference: string): boolean {
  return /^(CIS |MS\.)/.test(reference) || webAddress(reference) !== null;
}
