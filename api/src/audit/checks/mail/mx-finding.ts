import { microsoft365 } from '../../../mailflow/mail-providers.ts';
import type { MxResult } from '../../../mailflow/mx.ts';
import { isOnMicrosoft } from '../../../mailflow/on-microsoft.ts';
import type { DomainDns } from '../../facts/domain-dns.ts';
import type { DomainFinding } from './domain-findings.ts';

/** Which way mail comes in, and whether it can arrive at all. */
export function mxFinding(dns: DomainDns): DomainFinding {
  const found = judged(dns);
  return isOnMicrosoft(dns.domain) && found.status !== 'pass'
    ? { ...found, status: 'notApplicable', text: 'Microsoft publishes its MX record' }
    : found;
}

function withoutMx(
  { sending, targets }: DomainDns,
  { state, implicit }: MxResult,
): Pick<DomainFinding, 'status' | 'text'> {
  const text =
    state === 'null'
      ? 'it has a null MX: it takes no mail'
      : implicit
        ? 'it has no MX record; senders try the address of the domain itself'
        : 'it has no MX record: it receives no mail';
  if (targets.some(({ area }) => area === 'mx'))
    return { status: 'warning', text: 'it takes no mail and has no null MX that says so' };
  if (sending.unsure !== null) return { status: 'couldNotCheck', text: 'whether it sends mail is not known' };
  const unsaid = sending.isOpen ? '; whether it sends mail has not been answered on the Mail Flow page' : '';
  return { status: 'notApplicable', text: `${text}${unsaid}` };
}

function judged(dns: DomainDns): DomainFinding {
  const { domain, mx, reading } = dns;
  const found = reading.mx;
  const told = (status: DomainFinding['status'], text: string, observed: string): DomainFinding => {
    return { domain, status, text, observed };
  };
  if (found === null || found.state === 'couldNotCheck')
    return told('couldNotCheck', 'its MX records could not be read', `MX: ${mx?.status ?? 'not asked'}`);
  if (found.state === 'null' || found.state === 'none')
    return { domain, ...withoutMx(dns, found), observed: `MX: ${found.state === 'null' ? '.' : 'no record'}` };
  const observed = `MX: ${found.hosts.map(({ exchange }) => exchange).join(', ')}`;
  const lost = found.hosts.filter(({ hasAddress }) => hasAddress === false);
  const isWhole = found.problems.every(({ code }) => code !== 'mx_many');
  if (isWhole && lost.length === found.hosts.length)
    return told('fail', 'no host of its MX records has an address', observed);
  const unsure = found.hosts.filter(({ addressUnanswered }) => addressUnanswered);
  const mayAllBeLost = lost.length + unsure.length === found.hosts.length;
  const addressUnknown = 'whether the hosts of its MX records have an address could not be checked';
  if (mayAllBeLost) return told('couldNotCheck', addressUnknown, observed);
  const [problem] = found.problems;
  if (problem !== undefined) return told('warning', problem.text, observed);
  const inside = found.hosts.filter(({ provider }) => provider === microsoft365.id);
  if (inside.length === found.hosts.length && unsure.length > 0) return told('couldNotCheck', addressUnknown, observed);
  if (inside.length === found.hosts.length) return told('pass', 'mail goes to Microsoft 365 directly', observed);
  if (inside.length > 0) return told('warning', 'some mail goes to Microsoft 365 and some elsewhere', observed);
  return told('warning', 'mail goes to another service first', observed);
}
