import { createHash } from 'node:crypto';
import { isHostName } from '../domain-name.ts';
import type { MailFacts, MailTarget } from '../mail-flow-result.ts';
import { target } from './mail-target.ts';

/** RFC 7505, 3: the one record of a domain that takes no mail. */
const nullMx = '0 .';

/** The MX records as one set; null where what stands there is right, or only the owner knows the hosts. */
export function mxTarget({ domain, mx, sending }: Pick<MailFacts, 'domain' | 'mx' | 'sending'>): MailTarget | null {
  const current = mx.hosts.map(({ priority, exchange }) => `${priority} ${exchange}.`);
  const isParked =
    sending.by === 'none' &&
    mx.state === 'none' &&
    (sending.from === 'answer' || (!mx.implicit && mx.addressUnanswered === undefined));
  if (isParked) return target('mx', domain, 'MX', { current, value: nullMx });
  if (!mx.problems.some(({ code }) => code === 'mx_null_not_alone') || mx.leftOut.length > 0) return null;
  // The null MX has to stand alone: the hosts stay.
  return target('mx', domain, 'MX', { current: [...current, nullMx], value: current.join('\n') });
}

const weekSeconds = 604_800;
/** RFC 8461, 3.2 advises weeks; a day is what Google asks for at least. */
export const shortAgeSeconds = 86_400;

type StsSeen = Pick<MailFacts, 'domain' | 'mx' | 'mtaSts' | 'takesNoMail'>;

/**
 * The MTA-STS record and its policy file, which change together: senders fetch the file again when the id is a new one
 * (RFC 8461, 3.1). The id follows from the file, so that it is the same however often the domain is checked.
 */
export function mtaStsTargets(seen: StsSeen): MailTarget[] {
  const { domain, mx, mtaSts, takesNoMail } = seen;
  // A policy has to name a host (RFC 8461, 3.2).
  const names = [...mx.hosts.map(({ exchange }) => exchange), ...mx.leftOut].filter(isHostName);
  if (takesNoMail || names.length === 0 || mtaSts.state === 'couldNotCheck' || isEnforced(mtaSts)) return [];
  const file = (mode: string): string => {
    const hosts = names.map((name) => `mx: ${name}`);
    return ['version: STSv1', `mode: ${mode}`, ...hosts, `max_age: ${weekSeconds}`].join('\n');
  };
  const record = (mode: string): string =>
    `v=STSv1; id=${createHash('sha256').update(file(mode)).digest('hex').slice(0, 20)}`;
  const make = (name: string, type: 'TXT' | 'FILE', write: (mode: string) => string, current: string[]) =>
    target('mtaSts', name, type, {
      current,
      value: write('enforce'),
      stages: stagesLeft(mtaSts).map(({ mode, when }) => ({ value: write(mode), when })),
    });
  return [
    make(`_mta-sts.${domain}`, 'TXT', record, mtaSts.record === null ? [] : [mtaSts.record]),
    make(`https://mta-sts.${domain}/.well-known/mta-sts.txt`, 'FILE', file, []),
  ];
}

function isEnforced({ state, policy, unlistedMx }: MailFacts['mtaSts']): boolean {
  const age = policy?.maxAgeSeconds ?? 0;
  return state === 'ok' && policy?.mode === 'enforce' && unlistedMx.length === 0 && age >= shortAgeSeconds;
}

/** A policy that is in force is put right at once; all others are tried first. */
function stagesLeft({ state, policy, unlistedMx }: MailFacts['mtaSts']): { mode: string; when: string }[] {
  if (state === 'ok' && policy?.mode === 'enforce') return [];
  const last = { mode: 'enforce', when: 'Once TLS reports show no failure' };
  const isTried = state === 'ok' && policy?.mode === 'testing' && unlistedMx.length === 0;
  return isTried ? [last] : [{ mode: 'testing', when: 'Now' }, last];
}

const chooseTlsReports =
  'No mailbox for the reports is known. Choose one that exists and publish v=TLSRPTv1; rua=mailto: with its address.';

const addressForm = /^(?:mailto:[^@\s,;]+@[^@\s,;]+|https:\/\/[^\s,;]+)$/i;

/** The TLS-RPT record with the addresses that are there; without any it is the owner who chooses (RFC 8460, 3). */
export function tlsRptTarget({
  domain,
  mx,
  tlsRpt,
  takesNoMail,
}: Pick<MailFacts, 'domain' | 'mx' | 'tlsRpt' | 'takesNoMail'>): MailTarget | null {
  if (takesNoMail || mx.state === 'none' || (tlsRpt.state !== 'missing' && tlsRpt.state !== 'invalid')) return null;
  const rua = [...new Set(tlsRpt.rua)].filter((uri) => addressForm.test(uri));
  return target('tlsRpt', `_smtp._tls.${domain}`, 'TXT', {
    current: tlsRpt.record === null ? [] : [tlsRpt.record],
    value: rua.length === 0 ? null : `v=TLSRPTv1; rua=${rua.join(',')}`,
    note: rua.length === 0 ? chooseTlsReports : null,
  });
}
