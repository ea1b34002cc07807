import { firstFew, quoted } from '../bounded-text.ts';
import type { MailFacts } from '../mail-flow-result.ts';
import { somewhere } from '../spf/spf-hosts.ts';
import { type Openness, opennessOf } from '../spf/spf-openness.ts';
import { reachOf } from '../spf/spf-reach.ts';
import { parseSpfRecord, type SpfMechanism } from '../spf/spf-record.ts';
import type { SpfTerm } from '../spf/spf-result.ts';

/** What keeps an SPF record open to far too many, and how it is closed. */
export type SpfHole = {
  /** Terms of the record that go, and what takes their place. */
  terms: readonly string[];
  instead: readonly string[];
  /** Where only its owner, or somebody else, can say what has to stand there instead. */
  note: string | null;
};

const none: SpfHole = { terms: [], instead: [], note: null };

/** @param record what is to be published but for its hole: the domain's own, or several as one */
export function holeIn({ domain, spf }: Pick<MailFacts, 'domain' | 'spf'>, record: string): SpfHole {
  const own = ownOpenness(domain, record);
  if (own.kind !== 'bounded') return closed(own, parseSpfRecord(record).mechanisms);
  const whole = spf.reach === undefined ? null : opennessOf(spf.reach);
  const below = whole?.terms.find((term) => term.domain !== domain);
  if (whole === null || whole.kind === 'bounded' || below === undefined) return none;
  const leading = (spf.tree?.terms ?? []).find((entry) => leadsTo(entry, below.domain));
  if (leading === undefined) return none;
  const lets = whole.kind === 'everybody' ? 'everybody' : 'far more than a mail service needs';
  return {
    ...none,
    note: `Remove ${quoted(leading.term)}, or have the owner of ${below.domain} mend that record: it lets ${lets} send.`,
  };
}

/** How open the terms of a record itself leave it, wherever the hosts are that they name. */
function ownOpenness(domain: string, record: string): Openness {
  const steps = parseSpfRecord(record).mechanisms.flatMap(({ name, text: term, qualifier, network, prefixes }) => {
    if (network !== null)
      return [{ term, qualifier, matched: { kind: 'networks' as const, networks: [network], loose: null } }];
    return name === 'a' || name === 'mx' ? [{ term, qualifier, matched: somewhere(1, prefixes) }] : [];
  });
  return opennessOf(reachOf({ domain, steps }));
}

function closed({ kind, terms: wide }: Openness, mechanisms: readonly SpfMechanism[]): SpfHole {
  const told = new Set(wide.map(({ term }) => term));
  const found = mechanisms.filter(({ text }) => told.has(quoted(text)));
  const hosts = found.filter(({ network }) => network === null);
  const networks = found.filter(({ network }) => network !== null).map(({ text }) => text);
  // Of a network that is no provider's somebody knows which addresses are meant; of everybody's nobody does.
  if (kind === 'wide' && networks.length > 0)
    return { ...none, note: `Replace ${firstFew(networks).join(', ')} by the addresses of your own servers.` };
  return {
    terms: found.map(({ text }) => text),
    // The hosts themselves may send.
    instead: hosts.map(({ text }) => text.replace(/\/.*$/, '')),
    note: null,
  };
}

const leadsTo = ({ child }: SpfTerm, domain: string): boolean =>
  child !== null && (child.domain === domain || child.terms.some((entry) => leadsTo(entry, domain)));
