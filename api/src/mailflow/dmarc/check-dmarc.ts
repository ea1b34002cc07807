import { type DnsResolver, isUnknown, type Unknown } from '../../ports/dns.ts';
import { aliasBeside } from '../alias-beside.ts';
import { quoted } from '../bounded-text.ts';
import { textsOf } from '../dns-answers.ts';
import { answered, ask, type DnsReading } from '../dns-reading.ts';
import { isHostName, normalName } from '../domain-name.ts';
import { joined, type Note } from '../notes.ts';
import { type DmarcPolicy, type DmarcRecord, isDmarcRecord, strayNote } from './dmarc-record.ts';
import { checkReports, type ReportNote } from './dmarc-reports.ts';
import { applicableStep, type DmarcWalk, organizationalDomain, walkDmarc } from './dmarc-walk.ts';

/** `missingNames`: where a record has to be published for the matter to be mended. */
export type DmarcNote = Note & { missingNames: string[] };

export type DmarcResult = {
  /** null: could not be found out, see `unknown`. */
  found: boolean | null;
  /** The domain below whose _dmarc name the applicable record stands. */
  location: string | null;
  valid: boolean | null;
  record: string | null;
  p: DmarcPolicy | null;
  sp: DmarcPolicy | null;
  np: DmarcPolicy | null;
  /** What the record asks for this domain, and what is left of it in test mode (t=y). */
  policy: DmarcPolicy | null;
  applied: DmarcPolicy | null;
  adkim: 'r' | 's' | null;
  aspf: 'r' | 's' | null;
  orgDomain: string | null;
  /** The names of the tree walk, in order. */
  queries: string[];
  rua: string[];
  ruf: string[];
  warnings: string[];
  errors: string[];
  /** What each of the codes above means here; a code stands once. */
  notes: DmarcNote[];
  unknown: string | null;
};

const nothing = {
  location: null,
  record: null,
  p: null,
  sp: null,
  np: null,
  policy: null,
  applied: null,
  adkim: null,
  aspf: null,
  rua: [],
  ruf: [],
};

/** Checks which DMARC record applies to a domain, whether it is valid and what it asks for (RFC 9989). */
export function checkDmarc(dns: DnsResolver, domain: string): Promise<DmarcResult> {
  return answered(dns, readDmarc(domain));
}

/** The same for a caller that has the answers already, such as the records of a snapshot. */
export function* readDmarc(domain: string): DnsReading<DmarcResult> {
  const name = normalName(domain);
  if (!isHostName(name)) {
    const note = { code: 'domain_invalid', text: `"${quoted(domain)}" is not a domain name` };
    return { ...nothing, found: false, valid: false, orgDomain: null, queries: [], unknown: null, ...told([], [note]) };
  }
  const walk = yield* walkDmarc(name);
  const step = applicableStep(walk, name);
  const atStart = startNotes(walk);
  if (walk.unknown !== null && step?.domain !== name) return unknownResult(walk, atStart);
  // A parent that did not answer may be the organizational domain: then that is not known either.
  const orgDomain = walk.unknown === null ? organizationalDomain(walk, name) : null;
  if (step === null || step.record === null) {
    const warnings = [...atStart.warnings, ...(yield* rootNote(name))];
    const missing = { code: 'dmarc_missing', text: `there is no DMARC record for ${name}` };
    const notes = told(warnings, [missing, ...atStart.errors]);
    // Their addresses are known, though none of the records counts.
    const rua = (walk.steps[0]?.discarded ?? []).flatMap((record) => record.rua.map(({ uri }) => uri));
    return { ...nothing, rua, found: false, valid: false, orgDomain, queries: walk.queries, unknown: null, ...notes };
  }
  const reports = yield* checkReports(step.record, step.domain, orgDomain ?? step.domain);
  const policy = yield* policyFor(name, step.domain, step.record);
  const warnings = [...step.record.warnings, ...policy.warnings, ...(policy.p === null ? [] : reports)];
  const beside = yield* aliasBeside(`_dmarc.${step.domain}`, [step.record.text]);
  const unsure = beside === null ? [] : [{ code: 'beside_alias', text: beside }];
  const errors = [...step.record.errors, ...atStart.errors, ...unsure];
  return {
    ...policy.values,
    found: true,
    location: step.domain,
    valid: step.record.errors.every(({ code }) => !breaks(code)) && policy.p !== null,
    record: step.record.text,
    adkim: step.record.adkim,
    aspf: step.record.aspf,
    orgDomain,
    queries: walk.queries,
    rua: step.record.rua.map(({ uri }) => uri),
    ruf: step.record.ruf.map(({ uri }) => uri),
    unknown: policy.unknown,
    ...told([...warnings, ...atStart.warnings], errors),
  };
}

/** Of the record, which counts what it notices, and of the way to it, which does not. */
type FoundNote = ReportNote & { count?: number };

function told(warnings: FoundNote[], errors: FoundNote[]): Pick<DmarcResult, 'warnings' | 'errors' | 'notes'> {
  const codes = (notes: FoundNote[]) => [...new Set(notes.map(({ code }) => code))];
  const found = [...errors, ...warnings];
  const missingNames = (of: string) =>
    found.flatMap(({ code, missingName }) => (code === of && missingName !== undefined ? [missingName] : []));
  return {
    warnings: codes(warnings),
    errors: codes(errors),
    notes: joined(found).map((note) => ({ ...note, missingNames: missingNames(note.code) })),
  };
}

const whyUnknown = {
  timeout: 'did not answer in time',
  servfail: 'failed',
  overLimit: 'is beyond the limit for one domain',
  notAsked: 'was not asked',
} as const satisfies Record<Unknown, string>;

function unknownResult(walk: DmarcWalk, atStart: StartNotes): DmarcResult {
  const { domain, status } = walk.unknown ?? { domain: '', status: 'servfail' };
  const why = `could not check: _dmarc.${domain} ${whyUnknown[status]}`;
  const notes = told(atStart.warnings, atStart.errors);
  return { ...nothing, found: null, valid: null, orgDomain: null, queries: walk.queries, unknown: why, ...notes };
}

type StartNotes = { warnings: FoundNote[]; errors: FoundNote[] };

function startNotes(walk: DmarcWalk): StartNotes {
  const [start] = walk.steps;
  const strays = (start?.strays ?? []).map(strayNote);
  const pick = (isError: boolean): FoundNote[] =>
    strays.filter((note) => note.isError === isError).map(({ code, text }) => ({ code, text }));
  const multiple = walk.steps
    .filter(({ status }) => status === 'multiple')
    .map(({ domain }) => ({
      code: 'multiple_records',
      text: `_dmarc.${domain} has several records, so that receivers ignore all of them`,
    }));
  return { warnings: pick(false), errors: [...multiple, ...pick(true)] };
}

function* rootNote(domain: string): DnsReading<FoundNote[]> {
  const answer = yield* ask(domain, 'TXT');
  return textsOf(answer).some(isDmarcRecord)
    ? [
        {
          code: 'record_at_root',
          text: `there is a DMARC record at ${domain}, where it has no effect; it belongs at _dmarc`,
        },
      ]
    : [];
}

/** A broken policy makes the record void; a broken address for reports only loses that address. */
function breaks(code: string): boolean {
  return /^(?:p|sp|np)_invalid$|^p_missing$|^duplicate_tag:/.test(code);
}

type Policies = Pick<DmarcResult, 'p' | 'sp' | 'np' | 'policy' | 'applied'>;
type Policy = { p: DmarcPolicy | null; values: Policies; warnings: FoundNote[]; unknown: string | null };

/** RFC 9989, 4.7 (np falls back to sp, sp to p) and 4.10.1 (a broken policy acts as none where rua is valid). */
function* policyFor(name: string, location: string, record: DmarcRecord): DnsReading<Policy> {
  const isDuplicate = record.errors.some(({ code }) => code.startsWith('duplicate_tag:'));
  const isBroken = record.errors.some(({ code }) => /^(?:p|sp|np)_invalid$/.test(code));
  const hasPolicy = !isDuplicate && (record.rua.length > 0 || (record.p !== null && !isBroken));
  if (!hasPolicy) return { p: null, values: nothing, warnings: [], unknown: null };
  const p = isBroken ? 'none' : (record.p ?? 'none');
  const sp = isBroken ? 'none' : (record.sp ?? p);
  const np = isBroken ? 'none' : (record.np ?? sp);
  const exists = location === name ? true : yield* nameExists(name);
  const policy = location === name ? p : exists === null ? (sp === np ? sp : null) : exists ? sp : np;
  const applied = policy !== null && record.test ? oneStepDown(policy) : policy;
  const unknown = policy === null ? `could not check whether ${name} exists, so that sp= or np= applies` : null;
  const values = { p, sp, np, policy, applied };
  return { p, values, warnings: isBroken ? [] : policyWarnings(values, record.test), unknown };
}

function policyWarnings({ p, sp, policy }: Policies, test: boolean): FoundNote[] {
  const warnings: FoundNote[] = [];
  if (p === 'none') warnings.push({ code: 'policy_none', text: 'p=none: forged mail is delivered' });
  else if (sp === 'none')
    warnings.push({ code: 'sp_none', text: 'sp=none: mail forged in the name of subdomains is delivered' });
  if (test && policy !== 'none')
    warnings.push({ code: 'test_mode', text: 't=y: the policy is applied one step weaker' });
  return warnings;
}

function oneStepDown(policy: DmarcPolicy): DmarcPolicy {
  return policy === 'reject' ? 'quarantine' : 'none';
}

/** A name that the DNS answers with anything but NXDOMAIN exists (RFC 9989, A.4; RFC 8020). */
function* nameExists(name: string): DnsReading<boolean | null> {
  for (const type of ['A', 'MX', 'TXT'] as const) {
    const { status } = yield* ask(name, type);
    if (isUnknown(status)) continue;
    // An alias exists, though NXDOMAIN is the answer where the name that it leads to does not (RFC 6604, 3).
    if (status !== 'nxdomain') return true;
    const alias = yield* ask(name, 'CNAME');
    return isUnknown(alias.status) ? null : alias.status === 'ok';
  }
  return null;
}
