import { dkimPortal } from '../../../mailflow/targets/dkim-target.ts';
import type { DomainDns } from '../../facts/domain-dns.ts';
import { forgeableKey } from './dkim-finding.ts';
import { dmarcOf } from './dmarc-record.ts';
import type { DomainFinding } from './domain-findings.ts';
import { mailAdvice } from './mail-advice.ts';
import { spfHole } from './spf-finding.ts';

type Hole = { isOpen: boolean; text: string; mend: string; advice: readonly string[] };

/**
 * Whether mail that an outsider forges in the name of a domain is rejected: by the policy that applies to it and to the names below
 * it, and because nobody else passes. Mail passes DMARC where SPF or DKIM passes for a name of the same organization (RFC 9989,
 * 4.4), so that an SPF record that lets everybody in, or a key that can be forged, undoes any policy.
 * @param others all mail domains of the tenant, which may be names of the same organization
 */
export function rejectsForged(dns: DomainDns, others: readonly DomainDns[]): DomainFinding {
  const { rejecting } = dmarcOf(dns);
  if (rejecting.status !== 'pass' && rejecting.status !== 'warning') return rejecting;
  const holes = [
    ...[dns, ...alignedWith(dns, others)].flatMap((one) => [spfHoleOf(one), dkimHoleOf(one)]),
    wildcardHoleOf(dns),
  ];
  const found = holes.filter((hole) => hole !== null);
  const hole = found.find(({ isOpen }) => isOpen) ?? found[0];
  if (hole === undefined) return rejecting;
  if (!hole.isOpen && rejecting.status === 'warning') return rejecting;
  const { text, mend, advice } = hole;
  return { ...rejecting, status: hole.isOpen ? 'fail' : 'warning', text, mend, advice, caveat: undefined };
}

/** Names whose SPF or DKIM passes for the domain as well, since alignment is relaxed (RFC 9989, 4.4.1 and 4.4.2). */
function alignedWith({ domain, reading }: DomainDns, others: readonly DomainDns[]): DomainDns[] {
  const { dmarc } = reading;
  if (dmarc === null || dmarc.orgDomain === null) return [];
  return others.filter(
    (one) => one.domain !== domain && one.reading.dmarc?.orgDomain === dmarc.orgDomain && isRelaxed(dmarc, one),
  );
}

/** `s`: the name itself alone. A tag that is not there means relaxed. */
function isRelaxed({ aspf, adkim }: NonNullable<DomainDns['reading']['dmarc']>, one: DomainDns): boolean {
  return (aspf !== 's' && spfHole(one.reading.spf) !== null) || (adkim !== 's' && forgeableKey(keysOf(one)) !== null);
}

function spfHoleOf(dns: DomainDns): Hole | null {
  const hole = spfHole(dns.reading.spf);
  if (hole === null) return null;
  return {
    isOpen: hole.isOpen,
    text: `DMARC lets pass whom SPF lets pass, and in the SPF record of ${dns.domain} ${hole.text}`,
    mend: `Close the SPF record of ${dns.domain} first: DMARC passes whoever it allows.`,
    advice: mailAdvice(dns, ['spf']),
  };
}

/** SPF of names that nobody listed passes for the domain, unless alignment is strict. */
function wildcardHoleOf({ domain, reading: { spfBelow, dmarc } }: DomainDns): Hole | null {
  const hole = spfBelow === undefined ? null : spfHole(spfBelow);
  if (hole === null) return null;
  const ofWhom = dmarc?.aspf === 's' ? `names below ${domain}` : `${domain} and the names below it`;
  return {
    isOpen: hole.isOpen,
    text: `a wildcard gives every name below ${domain} an SPF record in which ${hole.text}, so that DMARC lets pass mail of ${ofWhom}`,
    mend: `At the DNS host of the domain, make the record of *.${domain} "v=spf1 -all", or remove it.`,
    advice: [],
  };
}

const keysOf = ({ reading: { dkim, otherKeys = [] } }: DomainDns) => [...(dkim ?? []), ...otherKeys];

function dkimHoleOf(dns: DomainDns): Hole | null {
  const key = forgeableKey(keysOf(dns));
  if (key === null) return null;
  return {
    isOpen: key.isOpen,
    text: `DMARC lets pass what DKIM lets pass, and ${key.text}`,
    mend: `Replace the DKIM key of ${dns.domain} (for Microsoft 365 in the ${dkimPortal}): DMARC passes whoever can sign with it.`,
    advice: mailAdvice(dns, ['dkim']),
  };
}
