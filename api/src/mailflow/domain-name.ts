/** Lower case, without the final dot. */
export function normalName(name: string): string {
  const lower = name.toLowerCase();
  return lower.endsWith('.') ? lower.slice(0, -1) : lower;
}

/** Labels of 1 to 63 octets, 253 in all (RFC 1035, 2.3.4): a question can be composed of it. */
export function canBeAsked(name: string): boolean {
  return name.length <= 253 && name.split('.').every((label) => label.length > 0 && label.length <= 63);
}

/** A host name of two or more labels; the underscore is let through, because mail records live under such names. */
export function isDomainName(name: string): boolean {
  const normal = normalName(name);
  return canBeAsked(normal) && normal.includes('.') && normal.split('.').every(isLabel) && !/\.\d+$/.test(normal);
}

function isLabel(label: string): boolean {
  return /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/.test(label);
}

/** The same name, or one below it. */
export function isWithin(name: string, parent: string): boolean {
  return name === parent || name.endsWith(`.${parent}`);
}
