import type { DmarcPolicy } from '../dmarc/dmarc-record.ts';
import { editDmarc } from '../dmarc/edit-dmarc.ts';
import { isWithin } from '../domain-name.ts';
import type { MailFacts, MailTarget } from '../mail-flow-result.ts';
import { isOnMicrosoft } from '../on-microsoft.ts';
import { target } from './mail-target.ts';

type Seen = Pick<MailFacts, 'domain' | 'dmarc' | 'sending'>;

const adminCenter =
  'Add it in the Microsoft 365 admin center: Settings > Domains > the domain > DNS records > Add record (TXT, name _dmarc).';

const chooseReports =
  'No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address.';

/** Of a domain that sends no mail nobody needs the reports. */
export const needsReports = ({ sending }: Pick<MailFacts, 'sending'>): boolean => sending.by !== 'none';

/**
 * The domain below whose _dmarc name the record has to stand: that of the record that applies, unless it is a registry's
 * (RFC 9989, 4.10.2) or Microsoft's, where the domain needs one of its own.
 */
export function dmarcLocation({ domain, dmarc }: Pick<MailFacts, 'domain' | 'dmarc'>): string {
  const { location, orgDomain } = dmarc;
  if (location === null || isOnMicrosoft(domain)) return domain;
  return orgDomain === null || isWithin(location, orgDomain) ? location : domain;
}

const order = ['none', 'quarantine', 'reject'] as const;
const rank = (policy: DmarcPolicy | null): number => (policy === null ? -1 : order.indexOf(policy));

const whenRight: Readonly<Record<DmarcPolicy, string>> = {
  none: 'Now: no mail is affected, and reports begin',
  quarantine: 'Once reports show that your own mail passes',
  reject: 'Once quarantine has caught none of your own mail',
};

/**
 * p=reject for the domain and all names below it (CISA SCuBA, MS.EXO.4.2), with the report addresses that are there. It
 * follows from the record at that name alone, so that a domain and its subdomains are told the same.
 */
export function dmarcTarget(seen: Seen): MailTarget | null {
  const { domain, dmarc, sending } = seen;
  if (dmarc.found === null || dmarc.unknown !== null) return null;
  const at = dmarcLocation(seen);
  const record = dmarc.location === at ? dmarc.record : null;
  // Those of records that stand beside each other stay too.
  const rua = record !== null || !dmarc.found ? mailboxesOf(dmarc.rua) : [];
  const ruf = record !== null ? mailboxesOf(dmarc.ruf) : [];
  const write = (p: DmarcPolicy, sp: DmarcPolicy | null, np: DmarcPolicy | null): string =>
    editDmarc(record ?? '', {
      ...Object.fromEntries(withoutMeaning(dmarc.warnings).map((tag) => [tag, null])),
      p,
      sp: sp === p ? null : sp,
      np: np === (sp ?? p) ? null : np,
      t: null,
      rua: rua.length > 0 ? rua.join(',') : null,
      ruf: ruf.length > 0 ? ruf.join(',') : null,
    });
  const value = write('reject', null, null);
  const isDirect = isOnMicrosoft(domain) || (sending.by === 'none' && at === domain);
  const stages = isDirect
    ? []
    : stagesOf(seen, record !== null).map(({ policies, level }) => ({
        value: write(...policies),
        when: whenRight[level],
      }));
  const isDone = record !== null && dmarc.valid === true && isSame(record, value);
  const lacksReports = needsReports(seen) && rua.length === 0;
  if (isDone && !lacksReports) return null;
  return target('dmarc', `_dmarc.${at}`, 'TXT', {
    current: record === null ? [] : [record],
    value: isDone ? null : value,
    stages: isDone ? [] : stages,
    note: noteOf(seen, lacksReports),
  });
}

/** Reports go by mail alone (RFC 9990): other addresses have no effect. */
const mailboxesOf = (uris: readonly string[]): string[] => [...new Set(uris.filter((uri) => /^mailto:/i.test(uri)))];

function noteOf({ domain }: Seen, lacksReports: boolean): string | null {
  const notes = [...(isOnMicrosoft(domain) ? [adminCenter] : []), ...(lacksReports ? [chooseReports] : [])];
  return notes.length === 0 ? null : notes.join(' ');
}

/** Tags whose value means nothing, as the reading of the record noted them. */
const withoutMeaning = (warnings: readonly string[]): string[] =>
  warnings.flatMap((code) => (code.startsWith('tag_invalid:') ? [code.slice('tag_invalid:'.length)] : []));

type Policies = [DmarcPolicy, DmarcPolicy | null, DmarcPolicy | null];

/** The steps that are left before the target: each raises what is weaker. A record that does not count is begun anew. */
function stagesOf({ dmarc }: Seen, hasRecord: boolean): { level: DmarcPolicy; policies: Policies }[] {
  const counts = hasRecord && dmarc.valid === true;
  const isTest = /;\s*t\s*=\s*y\s*(?:;|$)/i.test(dmarc.record ?? '');
  const now = (policy: DmarcPolicy | null): DmarcPolicy | null =>
    isTest && policy !== null ? (order[rank(policy) - 1] ?? 'none') : policy;
  const [p, sp, np] = counts ? [now(dmarc.p), now(dmarc.sp), now(dmarc.np)] : [null, null, null];
  const least = Math.min(...(counts ? [rank(p), rank(sp), rank(np)] : [-1]));
  return order.slice(least + 1).map((level) => {
    const raised = (policy: DmarcPolicy | null): DmarcPolicy =>
      rank(policy) > rank(level) ? (policy ?? level) : level;
    return { level, policies: [raised(p), raised(sp ?? p), raised(np ?? sp ?? p)] };
  });
}

/** The same tags and values, however they are spaced. */
function isSame(record: string, value: string): boolean {
  const tags = (text: string) =>
    text
      .split(';')
      .map((part) => part.replace(/\s/g, ''))
      .filter((part) => part !== '')
      .map((part) => part.replace(/^[^=]+=/, (name) => name.toLowerCase()))
      .sort();
  return JSON.stringify(tags(record)) === JSON.stringify(tags(value));
}
