import { microsoft365 } from '../../mailflow/mail-providers.ts';
import type { DomainDns } from '../facts/domain-dns.ts';
import type { DomainFinding } from './domain-findings.ts';

/** Which way mail comes in, and whether it can arrive at all. */
export function mxFinding({ domain, mx, reading }: DomainDns): DomainFinding {
  const found = reading.mx;
  const told = (status: DomainFinding['status'], text: string, observed: string): DomainFinding => {
    return { domain, status, text, observed };
  };
  if (found === null || found.state === 'couldNotCheck')
    return told('couldNotCheck', 'its MX records could not be read', `MX: ${mx?.status ?? 'not asked'}`);
  if (found.state === 'null' || found.state === 'none')
    return told('notApplicable', 'it receives no mail', `MX: ${found.state === 'null' ? '.' : 'no record'}`);
  const observed = `MX: ${found.hosts.map(({ exchange }) => exchange).join(', ')}`;
  const lost = found.hosts.filter(({ hasAddress }) => hasAddress === false);
  const isWhole = found.problems.every(({ code }) => code !== 'mx_many');
  if (isWhole && lost.length === found.hosts.length)
    return told('fail', 'no host of its MX records has an address', observed);
  const unsure = found.hosts.filter(({ addressUnanswered }) => addressUnanswered);
  const mayAllBeLost = lost.length + unsure.length === found.hosts.length;
  const addressUnknown = 'whether the hosts of its MX records have an address could not be found out';
  if (mayAllBeLost) return told('couldNotCheck', addressUnknown, observed);
  const [problem] = found.problems;
  if (problem !== undefined) return told('warning', problem.text, observed);
  const inside = found.hosts.filter(({ provider }) => provider === microsoft365.id);
  if (inside.length === found.hosts.length && unsure.length > 0) return told('couldNotCheck', addressUnknown, observed);
  if (inside.length === found.hosts.length) return told('pass', 'mail goes to Microsoft 365 directly', observed);
  if (inside.length > 0) return told('warning', 'some mail goes to Microsoft 365 and some elsewhere', observed);
  return told('warning', 'mail goes through another service first', observed);
}
