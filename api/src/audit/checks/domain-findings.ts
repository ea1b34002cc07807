import type { VerdictStatus } from '@tenantry/contract/verdicts';
import { core, named, seen, type VerdictCore } from '../check.ts';

/** What one domain shows. `text` completes "example.com: …". */
export type DomainFinding = {
  domain: string;
  status: Extract<VerdictStatus, 'pass' | 'warning' | 'fail' | 'couldNotCheck' | 'notApplicable'>;
  text: string;
  observed: string;
};

/** One verdict over all domains: the worst finding counts, and an unknown one is never covered up by a pass. */
export function perDomain(findings: readonly DomainFinding[], texts: { good: string; lack: string }): VerdictCore {
  const evidence = findings.map(({ domain, observed }) => seen('dns', `${domain}: ${observed}`.slice(0, 600), domain));
  const of = (status: DomainFinding['status']): DomainFinding[] =>
    findings.filter((finding) => finding.status === status);
  const say = (list: readonly DomainFinding[]): string =>
    named(
      list.map(({ domain, text }) => `${domain} (${text})`),
      4,
    );
  const worst = of('fail').length > 0 ? 'fail' : of('warning').length > 0 ? 'warning' : null;
  if (worst !== null) {
    const list = [...of('fail'), ...of('warning')];
    const affected = list.map(({ domain }) => ({ type: 'domain' as const, id: domain, name: domain }));
    return core(
      worst,
      `In ${list.length} of ${findings.length} domains ${texts.lack}: ${say(list)}.`,
      evidence,
      affected,
    );
  }
  if (of('couldNotCheck').length > 0)
    return core('couldNotCheck', `Not every domain could be looked at: ${say(of('couldNotCheck'))}.`, evidence);
  if (findings.length === 0) return core('couldNotCheck', 'No mail domain is known.', evidence);
  if (of('pass').length === 0)
    return core('notApplicable', `There is no domain to which this applies: ${say(findings)}.`, evidence);
  return core('pass', `${texts.good}.`, evidence);
}
