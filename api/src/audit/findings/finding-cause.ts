import type { Affected, Evidence } from '@tenantry/contract/verdicts';

/** What a cause is read from: the parts of a finding that do not depend on its wording alone. */
export type Caused = {
  verdictStatus: 'warning' | 'fail';
  description: string;
  evidence: readonly Evidence[];
  affectedEntities: readonly Pick<Affected, 'type' | 'id' | 'name'>[];
};

const name = '…';
const number = 'N';

const quoted = /"[^"]*"/g;
const guid = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi;
const address = /[^\s@,;:()]+@[^\s@,;:()]+/g;
/** Whom an SPF record lets send. */
const mechanism = /\b(include|redirect|exists|a|mx|ptr|ip4|ip6)([:=])\S+/g;
/** Numbers and days that stand by themselves: those within a word, such as `DMARC1` and `SPE_E5`, belong to it. */
const figure = /(?<![\w.])-?\d[\d,.:-]*(?<=\d)(?![\w])/g;
/** One and many read alike: the words of a shape are compared, not read. */
const plural = /\b([a-z]{2,}[^\Ws])s\b/g;
const repeated = /…(?:(?:, | and )…)+(?: and N more)?/g;

const special = /[\\^$.*+?()[\]{}|]/g;

/** Any of the names that the finding itself gives, the longest first: one may be a part of another. Null where it gives none. */
function patternOf(names: readonly string[]): RegExp | null {
  if (names.length === 0) return null;
  const longestFirst = [...new Set(names)].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((one) => one.replace(special, '\\$&')).join('|'), 'g');
}

/** A text without whom and how many it concerns. */
function shapeOf(text: string, names: RegExp | null): string {
  return (names === null ? text : text.replace(names, name))
    .replace(quoted, name)
    .replace(guid, name)
    .replace(address, name)
    .replace(mechanism, `$1$2${name}`)
    .replace(figure, number)
    .replace(/\bare\b/g, 'is')
    .replace(/\bhave\b/g, 'has')
    .replace(plural, '$1')
    .replace(repeated, name)
    .split(' ')
    .filter((word, at, words) => word !== words[at - 1])
    .join(' ');
}

/** A policy that is on is no cause: what it leaves open is told by evidence of its own. */
const isContext = ({ dataset, observed }: Evidence): boolean =>
  dataset === 'conditionalAccessPolicies' && / is on\b/.test(observed);

/**
 * Why a check fails, in a form that is the same for two tenants where the same thing is wrong: what was seen, line by line, without
 * names, addresses, ids and numbers, each kind of line once. Names of settings and their values stay: they are the cause. Left
 * out is what was seen and is well: policies that are on, and records of domains that are not affected. Evidence rather than the
 * message, which joins names to sentences of many forms; the message stands in where there is no evidence.
 */
export function causeOf({ description, evidence, affectedEntities }: Caused): string[] {
  const domains = new Set(affectedEntities.flatMap(({ type, id }) => (type === 'domain' ? [id] : [])));
  const isOfOthers = ({ dataset, objectId }: Evidence) =>
    dataset === 'dns' && objectId !== undefined && domains.size > 0 && !domains.has(objectId);
  const seen = evidence.filter((one) => !isContext(one) && !isOfOthers(one));
  const names = [
    ...affectedEntities.map((one) => one.name),
    ...evidence.flatMap(({ objectId }) => (objectId === undefined ? [] : [objectId])),
  ]
    // A single letter or digit is no name that could be told from the words around it.
    .filter((one) => one.length > 2);
  const lines = seen.length === 0 ? [description] : seen.map(({ observed }) => observed);
  const pattern = patternOf(names);
  return [...new Set(lines.map((line) => shapeOf(line, pattern)))].sort();
}

/** Two findings of a check with the same key have one cause. */
export const causeKey = (finding: Caused): string => JSON.stringify([finding.verdictStatus, ...causeOf(finding)]);
