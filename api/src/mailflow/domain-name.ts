/** Lower case, without the final dot. */
export function normalName(name: string): string {
  const lower = name.toLowerCase();
  return lower.endsWith('.') ? lower.slice(0, -1) : lower;
}

/** Labels of 1 to 63 octets, 253 in all (RFC 1035, 2.3.4): a question can be composed of it. */
export function canBeAsked(name: string): boolean {
  return name.length <= 253 && name.split('.').every((label) => label.length > 0 && label.length <= 63);
}

/** A host name; the underscore is let through, because mail records live under such names. */
export function isHostName(name: string): boolean {
  const normal = normalName(name);
  return canBeAsked(normal) && normal.split('.').every(isLabel) && !/(?:^|\.)\d+$/.test(normal);
}

/** A host name of two or more labels: what RFC 7208, 4.3 asks of a domain with mail. */
export function isDomainName(name: string): boolean {
  return isHostName(name) && normalName(name).includes('.');
}

function isLabel(label: string): boolean {
  return /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/.test(label);
}

/** The same name, or one below it. */
export function isWithin(name: string, parent: string): boolean {
  return name === parent || name.endsWith(`.${parent}`);
}
