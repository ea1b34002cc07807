import { clientAddress } from './addresses.ts';
import { type CheckHost, checkHostOver, type SpfVerdict } from './check-host.ts';
import { type KeyStrength, keyOf } from './dkim-key.ts';
import { type Applied, type Dmarc, dmarcOver } from './dmarc.ts';
import { type Elsewhere, type Names, namesOf, type Zone } from './names.ts';

/** A DKIM signature as a message shows it; `by` says who made it: whoever holds the key, or somebody who broke it. */
type Signature = Readonly<{ domain: string; selector: string; by: 'owner' | 'outsider' }>;

/** A message as it arrives. An empty `envelope` is the null reverse-path, for which HELO stands in (RFC 7208, 2.4). */
export type Message = Readonly<{
  ip: string;
  helo: string;
  envelope: string;
  localPart?: string;
  signatures?: readonly Signature[];
  from: string;
}>;

type Outcome = 'delivered' | 'quarantined' | 'rejected';

type Reception = Readonly<{
  outcome: Outcome;
  spf: SpfVerdict;
  /** Domains of signatures that verify. */
  signedBy: readonly string[];
  passesBy: readonly ('spf' | 'dkim')[];
  /** Null where DMARC does not apply. */
  dmarc: Applied | null;
}>;

/**
 * A receiver that follows the RFCs, over a zone. It shares no code with the mail engine, so that the one can be held
 * against the other.
 */
export type Receiver = Readonly<{
  names: Names;
  dmarc: Dmarc;
  keyOf: (selector: string, domain: string) => KeyStrength;
  checkHost: CheckHost;
  checkSpf: (message: Omit<Message, 'from'>) => SpfVerdict;
  receive: (message: Message) => Reception;
}>;

const outcomes = { none: 'delivered', quarantine: 'quarantined', reject: 'rejected' } as const;

/**
 * Makes the receiver. It honors what the domain owner asks for: delivers what passes DMARC, what no policy applies to and
 * what `none` applies to, and quarantines or rejects the rest (RFC 9989, 5.3). An SPF result alone rejects nothing.
 */
export function receiverOver(zone: Zone, elsewhere?: Elsewhere): Receiver {
  const names = namesOf(zone, elsewhere);
  const dmarc = dmarcOver(names);
  const checkHost = checkHostOver(names);
  const keys = new Map<string, KeyStrength>();

  const key = (selector: string, domain: string): KeyStrength => {
    const name = `${selector}._domainkey.${domain}`;
    const known = keys.get(name) ?? keyOf(names, selector, domain);
    keys.set(name, known);
    return known;
  };
  const verifies = ({ domain, selector, by }: Signature): boolean => {
    const { strength } = key(selector, domain);
    return strength === 'forgeable' || (strength === 'sound' && by === 'owner');
  };
  const checkSpf = ({ ip, helo, envelope, localPart }: Omit<Message, 'from'>): SpfVerdict => {
    const isNull = envelope === '';
    const domain = isNull ? helo : envelope;
    return checkHost({ ip: clientAddress(ip), helo, domain, localPart: isNull ? 'postmaster' : (localPart ?? 'user') });
  };

  const receive = (message: Message): Reception => {
    const applied = dmarc.policyFor(message.from);
    const spf = checkSpf(message);
    const signedBy = (message.signatures ?? []).filter(verifies).map(({ domain }) => domain);
    const passesBy: ('spf' | 'dkim')[] = [];
    const sender = message.envelope || message.helo;
    if (spf.result === 'pass' && dmarc.isAligned(applied?.aspf ?? 'r', sender, message.from)) passesBy.push('spf');
    if (signedBy.some((domain) => dmarc.isAligned(applied?.adkim ?? 'r', domain, message.from))) passesBy.push('dkim');
    const outcome = passesBy.length > 0 ? 'delivered' : outcomes[applied?.policy ?? 'none'];
    return { outcome, spf, signedBy, passesBy, dmarc: applied };
  };
  return { names, dmarc, keyOf: key, checkHost, checkSpf, receive };
}
