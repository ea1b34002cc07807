import { firstFew, quoted } from '../bounded-text.ts';
import type { MailFacts, MailIssue, MailRecord } from '../mail-flow-result.ts';
import { issuesOf, tryAgain, txt } from './issue.ts';

const { error, warning, info } = issuesOf('mtaSts');

const weekSeconds = 604_800;
/** RFC 8461, 3.2 advises weeks; a day is what Google asks for at least. */
const shortAgeSeconds = 86_400;

/** Record and file, which change together: senders fetch the file again when the id is a new one (RFC 8461, 3.1). */
function policyRecords({ domain, mx }: MailFacts, mode: string, now: Date): MailRecord[] {
  // A policy has to name a host (RFC 8461, 3.2): without MX records that is the domain itself, or it is not known.
  const names = mx.implicit ? [domain] : [...mx.hosts.map(({ exchange }) => exchange), ...mx.leftOut];
  if (names.length === 0) return [];
  const id = now.toISOString().replace(/\D/g, '').slice(0, 14);
  const hosts = names.map((name) => `mx: ${name}`);
  const lines = ['version: STSv1', `mode: ${mode}`, ...hosts, `max_age: ${weekSeconds}`];
  return [
    txt(`_mta-sts.${domain}`, `v=STSv1; id=${id}`),
    { name: `https://mta-sts.${domain}/.well-known/mta-sts.txt`, type: 'FILE', value: lines.join('\n') },
  ];
}

/** What is wrong with MTA-STS, with record and policy file to publish. */
export function mtaStsIssues(facts: MailFacts, now: Date): MailIssue[] {
  const { mtaSts } = facts;
  if (mtaSts.state === 'couldNotCheck') {
    const why = mtaSts.policyProblem === null ? '' : ` (${mtaSts.policyProblem})`;
    return [info('mta_sts_could_not_check', { message: `MTA-STS: could not check${why}.`, recommendation: tryAgain })];
  }
  if (mtaSts.state === 'missing')
    return [
      info('mta_sts_missing', {
        message: 'There is no MTA-STS policy: senders may be made to send without encryption.',
        recommendation: 'Publish record and file; go on to mode: enforce and a new id once the TLS reports are clean.',
        publish: policyRecords(facts, 'testing', now),
      }),
    ];
  const issues = mtaSts.state === 'invalid' ? [invalid(facts, now)] : [];
  if (mtaSts.unlistedMx.length > 0) issues.push(mismatch(facts, now));
  return mtaSts.state === 'ok' ? [...issues, ...weak(facts, now)] : issues;
}

function invalid(facts: MailFacts, now: Date): MailIssue {
  const { policyState, problems, policyProblem } = facts.mtaSts;
  const faults = policyProblem === null ? problems : [...problems, policyProblem];
  return warning(policyState === 'notFound' ? 'mta_sts_policy_missing' : 'mta_sts_invalid', {
    message: `MTA-STS is not in force: ${faults.join('; ')}.`,
    recommendation: 'Correct record and file.',
    publish: policyRecords(facts, 'testing', now),
  });
}

function mismatch(facts: MailFacts, now: Date): MailIssue {
  const { policy, unlistedMx } = facts.mtaSts;
  return (policy?.mode === 'enforce' ? error : warning)('mta_sts_mx_mismatch', {
    message: `The MTA-STS policy does not name ${firstFew(unlistedMx.map(quoted)).join(', ')}: senders that hold to it do not deliver there.`,
    recommendation: 'Name every MX host in the policy file, and give the record a new id.',
    publish: policyRecords(facts, policy?.mode ?? 'testing', now),
  });
}

function weak(facts: MailFacts, now: Date): MailIssue[] {
  const { policy } = facts.mtaSts;
  const issues: MailIssue[] = [];
  if (policy?.mode === 'testing' || policy?.mode === 'none')
    issues.push(
      info(`mta_sts_${policy.mode}`, {
        message: `The MTA-STS policy is not enforced (mode: ${policy.mode}).`,
        recommendation: 'Set mode: enforce and a new id, once the TLS reports are clean.',
        publish: policyRecords(facts, 'enforce', now),
      }),
    );
  const age = policy?.maxAgeSeconds ?? null;
  if (age !== null && age < shortAgeSeconds)
    issues.push(
      info('mta_sts_max_age_short', {
        message: `Senders remember the MTA-STS policy for ${age} seconds only.`,
        recommendation: `Set max_age: ${weekSeconds} or more.`,
        publish: policyRecords(facts, policy?.mode ?? 'testing', now),
      }),
    );
  return issues;
}
