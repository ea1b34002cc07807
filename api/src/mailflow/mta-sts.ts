import { type DnsResolver, isUnknown } from '../ports/dns.ts';
import { type FetchPolicy, type PolicyAnswer, policyLimitBytes } from '../ports/sts-policy.ts';
import { firstFew, quoted, withoutBlanks } from './bounded-text.ts';
import { textsOf } from './dns-answers.ts';
import { parseTagList } from './tag-list.ts';

export type MtaStsPolicy = {
  mode: 'enforce' | 'testing' | 'none' | null;
  maxAgeSeconds: number | null;
  mx: string[];
  errors: string[];
};

export type MtaStsResult = {
  state: 'ok' | 'missing' | 'invalid' | 'couldNotCheck';
  record: string | null;
  id: string | null;
  policy: MtaStsPolicy | null;
  /** Why there is no policy to look at; null where there is one or none is needed. */
  policyProblem: string | null;
  policyState: 'ok' | 'invalid' | 'notFound' | 'couldNotCheck' | 'notAsked';
  /** MX hosts that the policy does not name: senders that enforce it do not deliver to them. */
  unlistedMx: string[];
  problems: string[];
};

/** RFC 8461, 3.1 and 3.2, and 4.1 for the comparison with the MX hosts. */
export async function checkMtaSts(
  dns: DnsResolver,
  domain: string,
  mxHosts: readonly string[],
  fetchPolicy: FetchPolicy | undefined,
): Promise<MtaStsResult> {
  const base = { record: null, id: null, policy: null, policyProblem: null, unlistedMx: [], problems: [] };
  const notAsked = { ...base, policyState: 'notAsked' as const };
  const answer = await dns.resolve(`_mta-sts.${domain}`, 'TXT');
  if (isUnknown(answer.status)) return { ...notAsked, state: 'couldNotCheck' };
  const records = textsOf(answer).filter((text) => /^v=STSv1[ \t]*;/.test(text));
  const [record] = records;
  if (record === undefined) return { ...notAsked, state: 'missing' };
  const id = parseTagList(record).tags.get('id')?.trim() ?? null;
  const problems: string[] = [];
  if (records.length > 1) problems.push('there is more than one record, so that senders ignore all of them');
  if (id === null || !/^[a-z0-9]{1,32}$/i.test(id)) problems.push('id= must be 1 to 32 letters and digits');
  const found = { ...notAsked, record, id, problems };
  if (problems.length > 0) return { ...found, state: 'invalid' };
  if (fetchPolicy === undefined)
    return {
      ...found,
      state: 'couldNotCheck',
      policyState: 'couldNotCheck',
      policyProblem: 'the policy was not fetched',
    };
  return { ...found, ...judgePolicy(withinLimit(await fetchPolicy(domain)), mxHosts) };
}

function withinLimit(answer: PolicyAnswer): PolicyAnswer {
  const isTooLong = answer.status === 'ok' && answer.text.length > policyLimitBytes;
  return isTooLong ? { status: 'failed', reason: `the policy is longer than ${policyLimitBytes} bytes` } : answer;
}

type Judged = Pick<MtaStsResult, 'state' | 'policy' | 'policyProblem' | 'policyState' | 'unlistedMx'>;

function judgePolicy(answer: PolicyAnswer, mxHosts: readonly string[]): Judged {
  if (answer.status !== 'ok') {
    const isAbsent = answer.status === 'notFound';
    return {
      state: isAbsent ? 'invalid' : 'couldNotCheck',
      policy: null,
      policyProblem: answer.reason,
      policyState: isAbsent ? 'notFound' : 'couldNotCheck',
      unlistedMx: [],
    };
  }
  const policy = parseMtaStsPolicy(answer.text);
  if (answer.contentType !== null && !/^text\/plain\s*(?:;|$)/i.test(answer.contentType))
    policy.errors.push(`the content type is ${quoted(answer.contentType)}, not text/plain`);
  const patterns = new Set(policy.mx);
  const unlistedMx = mxHosts.filter((host) => !matchesMx(host, patterns));
  const isRight = policy.errors.length === 0;
  return {
    state: isRight ? 'ok' : 'invalid',
    policy,
    policyProblem: isRight ? null : policy.errors.join('; '),
    policyState: isRight ? 'ok' : 'invalid',
    // A policy that is not valid is ignored (RFC 8461, 3.2), and so stops no mail.
    unlistedMx: isRight && policy.mode !== 'none' ? unlistedMx : [],
  };
}

const modes = ['enforce', 'testing', 'none'] as const;
const longestAgeSeconds = 31_557_600;

/** The policy file (RFC 8461, 3.2): `key: value` lines. Of keys that stand twice, mx excepted, the first counts. */
export function parseMtaStsPolicy(text: string): MtaStsPolicy {
  const strange: string[] = [];
  const fields = new Map<string, string>();
  const mx: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const match = /^([a-z0-9][a-z0-9_.-]*)[ \t]*:(.*)$/i.exec(line);
    const [key, value] = [match?.[1] ?? '', withoutBlanks(match?.[2] ?? '')];
    if (match === null) strange.push(`"${quoted(line)}" is not a key: value line`);
    else if (key === 'mx') mx.push(value.toLowerCase().replace(/\.$/, ''));
    else if (!fields.has(key)) fields.set(key, value);
  }
  const errors = firstFew(strange);
  if (fields.get('version') !== 'STSv1') errors.push('version must be STSv1');
  const mode = modes.find((known) => known === fields.get('mode')) ?? null;
  if (mode === null) errors.push('mode must be enforce, testing or none');
  const age = fields.get('max_age') ?? '';
  const isAge = /^\d{1,10}$/.test(age) && Number(age) <= longestAgeSeconds;
  if (!isAge) errors.push(`max_age must be a number of seconds up to ${longestAgeSeconds}`);
  if (mx.length === 0 && mode !== 'none') errors.push('there is no mx: line');
  const wrong = mx.filter((pattern) => !isMxPattern(pattern));
  errors.push(...firstFew(wrong.map((pattern) => `mx: ${quoted(pattern)} is not a host name or *. pattern`)));
  return { mode, maxAgeSeconds: isAge ? Number(age) : null, mx, errors };
}

function isMxPattern(pattern: string): boolean {
  const name = pattern.startsWith('*.') ? pattern.slice(2) : pattern;
  return name.split('.').every((label) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label));
}

/** Whether one of the patterns names the host: `*.` stands for exactly one label (RFC 8461, 4.1). */
export function matchesMx(host: string, patterns: ReadonlySet<string>): boolean {
  const dot = host.indexOf('.');
  return patterns.has(host) || (dot > 0 && patterns.has(`*.${host.slice(dot + 1)}`));
}
