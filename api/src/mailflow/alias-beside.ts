import { isUnknown } from '../ports/dns.ts';
import { quoted } from './bounded-text.ts';
import { textsOf, valuesOf } from './dns-answers.ts';
import { ask, type DnsReading } from './dns-reading.ts';

export const adviceBesideAlias = 'Keep the alias or the TXT records, and remove the other.';

/**
 * Whether a name has TXT records beside an alias (CNAME), which no name may have (RFC 1034, 3.6.2; RFC 2181, 10.1): some resolvers
 * then follow the alias, so that not every receiver sees the same records. Most DNS hosts refuse it; some panels do not.
 * @param texts the TXT records that the name was answered with, at least one
 * @returns what is to be said; null where there is no alias, the records are those that it leads to, or that is not known
 */
export function* aliasBeside(name: string, texts: readonly string[]): DnsReading<string | null> {
  const [alias] = valuesOf(yield* ask(name, 'CNAME'));
  if (alias === undefined) return null;
  const behind = yield* ask(alias, 'TXT');
  if (isUnknown(behind.status)) return null;
  // An alias answers for its name with the records of the name that it leads to.
  const led = new Set(textsOf(behind));
  if (texts.every((text) => led.has(text))) return null;
  return `${name} has TXT records beside an alias (CNAME) of ${quoted(alias)}, which no name may have (RFC 1034, 3.6.2): some receivers read one, some the other`;
}
