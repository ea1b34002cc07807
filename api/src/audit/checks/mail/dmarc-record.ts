import type { DmarcResult } from '../../../mailflow/dmarc/check-dmarc.ts';
import { dmarcLocation, needsReports } from '../../../mailflow/targets/dmarc-target.ts';
import type { DomainDns } from '../../facts/domain-dns.ts';
import type { DomainFinding } from './domain-findings.ts';

type Finding = Pick<DomainFinding, 'status' | 'text' | 'caveat'>;

export type DmarcFindings = {
  published: DomainFinding;
  rejecting: DomainFinding;
  cisa: DomainFinding;
  reports: DomainFinding;
};

/** What the DMARC record that applies to a domain says, for each of the policies that speak of it. */
export function dmarcOf({ domain, dmarc: answer, reading, sending }: DomainDns): DmarcFindings {
  const { dmarc } = reading;
  const observed = dmarc?.record ?? `_dmarc TXT: ${answer.status === 'ok' ? answer.values.join(' | ') : answer.status}`;
  const told = (finding: Finding): DomainFinding => ({ domain, ...finding, observed });
  const isNeeded = needsReports({ sending });
  const notNeeded = told({ status: 'notApplicable', text: 'it sends no mail' });
  const unsure = told({ status: 'couldNotCheck', text: 'whether it sends mail is not known' });
  const needed = (finding: DomainFinding): DomainFinding => {
    if (finding.status === 'pass') return finding;
    if (!isNeeded) return notNeeded;
    return sending.unsure === null ? finding : unsure;
  };
  const lack = lackOf(dmarc);
  if (dmarc === null || lack !== null) {
    const finding = told(lack ?? { status: 'couldNotCheck', text: 'its DMARC record was not read' });
    return { published: finding, rejecting: finding, cisa: finding, reports: needed(finding) };
  }
  return {
    published: told(published(dmarc, domain)),
    rejecting: told(rejecting(dmarc)),
    cisa: told(cisa(dmarc)),
    reports: needed(told(reports(dmarc))),
  };
}

/** Why there is no record to look at. */
function lackOf(dmarc: DmarcResult | null): Finding | null {
  if (dmarc === null) return null;
  if (dmarc.found === null)
    return { status: 'couldNotCheck', text: dmarc.unknown ?? 'its DMARC record could not be read' };
  const why = dmarc.notes.find(({ code }) => dmarc.errors.includes(code) && code !== 'dmarc_missing')?.text;
  if (!dmarc.found)
    return { status: 'fail', text: why === undefined ? 'it has no DMARC record' : `it has no DMARC record: ${why}` };
  return dmarc.valid === true ? null : { status: 'fail', text: `its DMARC record is invalid: ${why ?? 'no policy'}` };
}

function published(dmarc: DmarcResult, domain: string): Finding {
  const { location, p, warnings } = dmarc;
  // Above the organizational domain stands the registry of its suffix (RFC 9989, 4.10.2), above a tenant's name Microsoft.
  if (location !== dmarcLocation({ domain, dmarc }))
    return { status: 'fail', text: `it has no DMARC record; only that of ${location}, a public suffix, applies` };
  if (warnings.includes('p_missing'))
    return { status: 'warning', text: 'its DMARC record has no policy (p=), which counts as none' };
  const beside = besideAlias(dmarc);
  if (beside !== null) return beside;
  return { status: 'pass', text: location === domain ? `policy ${p}` : `by the record of ${location}` };
}

function rejecting(dmarc: DmarcResult): Finding {
  const { policy, applied, record, orgDomain, unknown } = dmarc;
  if (policy === null || applied === null)
    return { status: 'couldNotCheck', text: unknown ?? 'the policy that applies is not known' };
  if (applied === 'none')
    return {
      status: 'fail',
      text: `policy ${policy === applied ? 'none' : `${policy} in test mode`}: forged mail is delivered`,
    };
  if (policy !== applied)
    return { status: 'warning', text: `policy ${policy} is in test mode (t=y), so that ${applied} is applied` };
  if (applied === 'quarantine')
    return { status: 'warning', text: 'policy quarantine: forged mail goes to the junk folder' };
  if (orgDomain !== null && !orgDomain.includes('.'))
    return {
      status: 'fail',
      text: `the record of ${orgDomain} does not say that it is a public suffix (psd=y), so that every name below it counts as the same organization`,
    };
  const share = dmarcShare(record);
  if (share !== null && share < 100)
    return {
      status: 'warning',
      text: `policy reject, with pct=${share}: RFC 9989 removed the tag, but older receivers let part of the forged mail through`,
    };
  return belowIt(dmarc) ?? besideAlias(dmarc) ?? { status: 'pass', text: 'policy reject' };
}

/** The share of forged mail to which older receivers apply the policy, in percent; null where the record does not say. */
export function dmarcShare(record: string | null): number | null {
  const share = /;\s*pct\s*=\s*(\d{1,3})/i.exec(record ?? '')?.[1];
  return share === undefined ? null : Number(share);
}

/** Whoever follows the alias reads another record, or none. */
function besideAlias({ notes }: DmarcResult): Finding | null {
  const note = notes.find(({ code }) => code === 'beside_alias');
  return note === undefined ? null : { status: 'warning', text: note.text };
}

/**
 * Names below the one of the record, which anybody may make up: those that exist go by sp, those that do not by np, and each by
 * the next one above where it is not set (RFC 9989, 4.7).
 */
function belowIt({ p, sp, np, location }: DmarcResult): Finding | null {
  const below = [
    { policy: sp ?? p, tag: 'sp', names: `subdomains of ${location}` },
    { policy: np ?? sp ?? p, tag: 'np', names: `subdomains of ${location} that do not exist` },
  ];
  const weak = below.find(({ policy }) => policy === 'none') ?? below.find(({ policy }) => policy === 'quarantine');
  if (weak === undefined) return null;
  const becomes = weak.policy === 'none' ? 'is delivered' : 'goes to the junk folder';
  const tag = weak.tag === 'np' && np === null ? 'sp' : weak.tag;
  return {
    status: 'warning',
    text: `policy reject, but mail in the name of ${weak.names} ${becomes} (${tag}=${weak.policy})`,
  };
}

function cisa({ rua }: DmarcResult): Finding {
  return rua.some((uri) => uri.toLowerCase() === 'mailto:reports@dmarc.cyber.dhs.gov')
    ? { status: 'pass', text: 'reports go to CISA' }
    : { status: 'fail', text: 'no report to CISA' };
}

function reports({ rua, ruf, errors }: DmarcResult): Finding {
  if (rua.length === 0) return { status: 'fail', text: 'no address for aggregate reports' };
  const isNamed = ruf.length > 0 || errors.includes('ruf_invalid');
  return isNamed
    ? { status: 'pass', text: 'addresses are named' }
    : { status: 'warning', text: 'no address for failure reports' };
}
