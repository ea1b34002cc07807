import type { MailFlowReport, SpfTreeRow } from '@tenantry/contract/mailflow';
import type { MailFlowResult, MailIssue } from '../../mailflow/mail-flow-result.ts';
import { lookupLimit, type SpfNode, voidLimit } from '../../mailflow/spf/spf-result.ts';

/**
 * @param isAbsent the DNS says that the domain does not exist
 * @param isOwn the domain is the tenant's, so that its question can be answered
 */
export function mailFlowReport(result: MailFlowResult, isAbsent: boolean, isOwn: boolean): MailFlowReport {
  const issues = isAbsent ? [noSuchDomain(result.domain), ...result.issues] : result.issues;
  const first = isAbsent ? [noSuchDomain(result.domain).recommendation] : [];
  const recommendations = [...new Set([...first, ...result.recommendations])];
  const { spf, dmarc, mx } = result;
  const unknownBecause = whyUnknown(result);
  return {
    domain: result.domain,
    status: unknownBecause === null ? result.status : 'unknown',
    unknownBecause,
    security: { score: unknownBecause === null ? result.score : null, recommendations },
    mxRecords: mx.hosts.map(({ priority, exchange }) => ({ priority, exchange })),
    spf: spf.record,
    spfWarning: issues.find(({ area, severity }) => area === 'spf' && severity !== 'info')?.message ?? null,
    spfLookupCount: spf.class === 'temperror' ? null : spf.lookups,
    dmarc: dmarc.record,
    warnings: [...new Set(issues.map(({ code }) => code))],
    issues: issues.map(({ message }) => message),
    recommendations,
    checkedAt: result.checkedAt,
    details: detailsOf(isOwn ? result : withoutQuestion(result), issues),
  };
}

const withoutQuestion = (result: MailFlowResult): MailFlowResult => ({
  ...result,
  sending: { ...result.sending, canAnswer: false, isOpen: false },
});

/** Where none of the three that a verdict rests on was answered, nothing is concluded. */
function whyUnknown({ domain, spf, dmarc, mx }: MailFlowResult): string | null {
  const isKnown = spf.class !== 'temperror' || dmarc.found !== null || mx.state !== 'couldNotCheck';
  return isKnown ? null : `The DNS did not answer for ${domain}. SPF: ${spf.message}. DMARC: ${dmarc.unknown}.`;
}

function noSuchDomain(domain: string): MailIssue {
  return {
    code: 'domain_not_found',
    area: 'domain',
    severity: 'error',
    count: 1,
    message: `The domain ${domain} does not exist in the DNS.`,
    recommendation: 'Check the spelling. If it is right, the domain has expired or has no name servers.',
    publish: [],
  };
}

function detailsOf(result: MailFlowResult, issues: MailIssue[]): MailFlowReport['details'] {
  const { tree, ...spf } = result.spf;
  const rows = tree === null ? [] : rowsOf(tree, 0);
  return { ...result, spf: { ...spf, lookupLimit, voidLimit, tree: rows }, issues };
}

/** The tree as rows, in the order of evaluation. */
function rowsOf(node: SpfNode, depth: number): SpfTreeRow[] {
  return node.terms.flatMap(({ term, target, lookups, voids, note, child }) => {
    const [record, problem] = child === null ? [null, null] : [child.record, child.problem];
    const row = { depth, domain: node.domain, term, target, lookups, voids, note, record, problem };
    return child === null ? [row] : [row, ...rowsOf(child, depth + 1)];
  });
}
