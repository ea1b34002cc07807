import { firstFew, quoted } from '../bounded-text.ts';
import type { MailIssue } from '../mail-flow-result.ts';
import { shortAgeSeconds } from '../targets/transport-targets.ts';
import { issuesOf, type JudgedFacts, publishAt, tryAgain } from './issue.ts';

const { error, warning, info } = issuesOf('mtaSts');

type Judged = Pick<JudgedFacts, 'domain' | 'mtaSts' | 'mx' | 'targets'>;

const targetsOf = (facts: Judged) =>
  publishAt(
    facts,
    { name: `_mta-sts.${facts.domain}`, type: 'TXT' },
    { name: `https://mta-sts.${facts.domain}/.well-known/mta-sts.txt`, type: 'FILE' },
  );

/** What is wrong with MTA-STS; record and policy file are one target each. */
export function mtaStsIssues(facts: Judged): MailIssue[] {
  const { mtaSts, mx } = facts;
  if (mtaSts.state === 'couldNotCheck') {
    const why = mtaSts.policyProblem === null ? '' : ` (${mtaSts.policyProblem})`;
    return [info('mta_sts_could_not_check', { message: `MTA-STS: could not check${why}.`, recommendation: tryAgain })];
  }
  if (mtaSts.state === 'missing') {
    if (mx.state === 'none') return [];
    return [
      info('mta_sts_missing', {
        message: 'There is no MTA-STS policy: an attacker can make senders deliver without encryption.',
        recommendation:
          'Publish the record and the file, first with mode: testing. Change the id whenever the file changes.',
        publish: targetsOf(facts),
      }),
    ];
  }
  const issues = mtaSts.state === 'invalid' ? [invalid(facts)] : [];
  if (mtaSts.unlistedMx.length > 0) issues.push(mismatch(facts));
  return mtaSts.state === 'ok' ? [...issues, ...weak(facts)] : issues;
}

function invalid(facts: Judged): MailIssue {
  const { policyState, problems, policyProblem } = facts.mtaSts;
  const faults = policyProblem === null ? problems : [...problems, policyProblem];
  return warning(policyState === 'notFound' ? 'mta_sts_policy_missing' : 'mta_sts_invalid', {
    message: `MTA-STS is not in effect: ${faults.join('; ')}.`,
    recommendation: 'Correct the record and the file.',
    publish: targetsOf(facts),
  });
}

function mismatch(facts: Judged): MailIssue {
  const { policy, unlistedMx } = facts.mtaSts;
  return (policy?.mode === 'enforce' ? error : warning)('mta_sts_mx_mismatch', {
    message: `The MTA-STS policy does not list ${firstFew(unlistedMx.map(quoted)).join(', ')}: senders that enforce it do not deliver there.`,
    recommendation: 'List every MX host in the policy file and change the id of the record.',
    publish: targetsOf(facts),
  });
}

function weak(facts: Judged): MailIssue[] {
  const { policy } = facts.mtaSts;
  const issues: MailIssue[] = [];
  if (policy?.mode === 'testing' || policy?.mode === 'none')
    issues.push(
      info(`mta_sts_${policy.mode}`, {
        message: `The MTA-STS policy is not enforced (mode: ${policy.mode}).`,
        recommendation: 'Set mode: enforce and a new id, once TLS reports show no failure.',
        publish: targetsOf(facts),
      }),
    );
  const age = policy?.maxAgeSeconds ?? null;
  if (age !== null && age < shortAgeSeconds)
    issues.push(
      info('mta_sts_max_age_short', {
        message: `Senders keep the MTA-STS policy for only ${age} seconds.`,
        recommendation: 'Set max_age to a week or more.',
        publish: targetsOf(facts),
      }),
    );
  return issues;
}
