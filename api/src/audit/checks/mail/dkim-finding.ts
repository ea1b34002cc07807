import { isOnMicrosoft } from '../../../mailflow/on-microsoft.ts';
import { namesNobody } from '../../../mailflow/spf/spf-reach.ts';
import type { DomainDns } from '../../facts/domain-dns.ts';
import { booleanAt, enumAt, type JsonObject } from '../../facts/json-reader.ts';
import type { DkimReading } from '../../facts/mail-reading.ts';
import type { DomainFinding } from './domain-findings.ts';

type Finding = Pick<DomainFinding, 'status' | 'text' | 'caveat'>;

/** RFC 8301, 3.2: receivers need not accept less than 1,024 bits, and signers should use 2,048. */
const leastBits = 1024;
const advisedBits = 2048;

/** Whether mail of the domain is signed with a key that counts. `config`: Exchange's own settings, where they are known. */
export function dkimFinding(dns: DomainDns, config: readonly JsonObject[] | undefined): DomainFinding {
  const { domain, reading } = dns;
  const enabled = booleanAt(
    config?.find((entry) => enumAt(entry, 'domain') === domain),
    'enabled',
  );
  const told = (finding: Finding, observed: string): DomainFinding => ({ domain, ...finding, observed });
  if (config !== undefined && enabled === false)
    return told({ status: 'fail', text: 'signing is switched off in Exchange' }, 'enabled = false');
  if (enabled === true && isOnMicrosoft(domain))
    return told({ status: 'pass', text: 'Microsoft signs for it' }, 'enabled = true');
  if (isOnMicrosoft(domain))
    return told({ status: 'notApplicable', text: 'Microsoft signs for it' }, 'onmicrosoft.com domain');
  if (dns.sending.by === 'none' && dns.sending.from === 'answer')
    return told({ status: 'notApplicable', text: 'it sends no mail' }, 'answered on the Mail Flow page');
  if (reading.spf !== null && reading.spf.all === '-' && namesNobody(reading.spf))
    return told(
      { status: 'notApplicable', text: 'it sends no mail: its SPF record refuses every sender' },
      reading.spf.record ?? '',
    );
  if (reading.dkim === null)
    return told({ status: 'couldNotCheck', text: 'its DKIM records were not read' }, 'not read');
  const judged = judge(reading.dkim, enabled === true);
  const unsaid = judged.status === 'pass' ? null : whyUnsaid(dns);
  if (unsaid !== null) return told({ status: 'couldNotCheck', text: unsaid }, observed(reading.dkim));
  // A domain that sends no mail needs no key, and only its SPF record would say so.
  if (judged.status !== 'pass' && reading.spf?.record === null && isUnanswered(reading.spf.reason))
    return told({ status: 'couldNotCheck', text: 'whether it sends mail is not known' }, observed(reading.dkim));
  return told(judged, observed(reading.dkim));
}

/** Why a missing key says nothing of a domain without MX record. */
function whyUnsaid({ sending: { by, from, isOpen, unsure } }: DomainDns): string | null {
  if (unsure !== null) return 'whether it sends mail is not known';
  if (by === 'other' && from === 'answer') return 'it sends through other services, whose DKIM selectors are not known';
  return isOpen ? 'whether it sends mail has not been answered on the Mail Flow page' : null;
}

const isUnanswered = (reason: string): boolean => reason.startsWith('dns_') && reason !== 'dns_notAsked';

function observed(keys: readonly DkimReading[]): string {
  if (keys.length === 0) return 'no record';
  return keys.map(({ selector, state, keyBits }) => `${selector || 'record'}: ${whatIs[state](keyBits)}`).join(', ');
}

const whatIs: Readonly<Record<DkimReading['state'], (bits: number | null) => string>> = {
  ok: (bits) => `a key of ${bits} bits`,
  cutOff: () => 'a key, cut off in the source',
  revoked: () => 'revoked',
  invalid: () => 'invalid',
  multiple: () => 'several records',
  wildcard: () => 'answered by a wildcard',
  cname_without_key: () => 'a CNAME without a key',
  missing: () => 'no record',
  couldNotCheck: () => 'no answer',
};

function judge(keys: readonly DkimReading[], isEnabled: boolean): Finding {
  const unknown = keys.some(({ state }) => state === 'couldNotCheck' || state === 'wildcard');
  if (unknown) return { status: 'couldNotCheck', text: 'its DKIM records could not be read' };
  const usable = keys.filter(({ state }) => state === 'ok');
  const cutOff = keys.filter(({ state }) => state === 'cutOff');
  if (usable.length > 0) return weakness(usable, keys) ?? { status: 'pass', text: 'mail is signed' };
  if (cutOff.some(({ problems }) => isEnabled || !problems.includes('p= is missing')))
    return { status: 'pass', text: 'mail is signed', caveat: 'the size of the keys is not known' };
  if (cutOff.length > 0) return { status: 'couldNotCheck', text: 'the source shows its DKIM record without the key' };
  const broken = keys.find(({ state }) => state === 'invalid' || state === 'multiple');
  if (broken !== undefined)
    return { status: 'fail', text: `its DKIM record is invalid: ${broken.problems.join(', ')}` };
  if (keys.some(({ state }) => state === 'revoked')) return { status: 'fail', text: 'its DKIM key is revoked' };
  return { status: 'fail', text: 'it has no DKIM key for Microsoft 365' };
}

/**
 * A key with which somebody else may sign: of less than 1,024 bits, which can be factored (RFC 8301, 3.2), or in test mode, whose
 * signatures count as none (RFC 6376, 3.6.1), so that nobody notices what it is used for.
 */
export function forgeableKey(keys: readonly DkimReading[]): { isOpen: boolean; text: string } | null {
  const usable = keys.filter(({ state }) => state === 'ok' || state === 'wildcard');
  const isShort = ({ keyType, keyBits }: DkimReading) => keyType === 'rsa' && keyBits !== null && keyBits < leastBits;
  const short = usable.find((key) => isShort(key) && !key.testing);
  if (short !== undefined)
    return { isOpen: true, text: `the DKIM key ${short.selector} has ${short.keyBits} bits, so that it can be forged` };
  const test = usable.find(({ testing }) => testing);
  return test === undefined
    ? null
    : {
        isOpen: false,
        text: `the DKIM key ${test.selector} is in test mode (t=y), so that what it signs counts as unsigned`,
      };
}

/** What is wrong although there is a usable key. Which of two keys signs cannot be seen in the DNS. */
function weakness(usable: readonly DkimReading[], keys: readonly DkimReading[]): Finding | null {
  const short = usable.filter(({ keyType, keyBits }) => keyType === 'rsa' && (keyBits ?? 0) < advisedBits);
  const bits = Math.min(...short.map(({ keyBits }) => keyBits ?? 0));
  if (short.length === usable.length && bits < leastBits)
    return { status: 'fail', text: `its DKIM key has ${bits} bits, which receivers need not accept` };
  if (short.length > 0)
    return { status: 'warning', text: `a DKIM key has only ${bits} bits, ${advisedBits} are recommended` };
  if (usable.some(({ testing }) => testing)) return { status: 'warning', text: 'a DKIM key is in test mode (t=y)' };
  const spoilt = keys.find(({ state }) => state === 'invalid' || state === 'multiple');
  if (spoilt !== undefined)
    return { status: 'warning', text: `one of its DKIM records is invalid: ${spoilt.problems.join(', ')}` };
  // The second key may be made at the next change of keys, but its name has to be there.
  return keys.some(({ state }) => state === 'missing')
    ? { status: 'warning', text: 'one of its two CNAME records is missing: keys cannot be rotated' }
    : null;
}
