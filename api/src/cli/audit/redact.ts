import { randomBytes } from 'node:crypto';
import type { Facts } from '../../audit/facts/facts.ts';
import { evaluateFacts } from '../../audit/findings/evaluate.ts';
import { remedies } from '../../audit/findings/remedies/remedies.ts';
import { leaksOf } from '../../audit/snapshot/redaction/leaks.ts';
import { type Redacted, redactFacts } from '../../audit/snapshot/redaction/redact-facts.ts';
import { sameVerdicts } from '../../audit/snapshot/redaction/same-verdicts.ts';
import { exemptionsOf, nothingDeclared } from '../../audit/snapshot/snapshot-declarations.ts';
import { UsageError } from '../command.ts';
import type { AuditedTenant, AuditFile, AuditFinding, AuditResult } from './audit-result.ts';
import { noBaseline } from './baseline.ts';
import { articleText } from './formats/article-text.ts';
import type { FormatName } from './formats/format-names.ts';
import { formats } from './formats/formats.ts';
import { reportOfAudit } from './formats/report-of-audit.ts';
import { heldFindings } from './hold-findings.ts';

const keyBytes = 32;

/** An audit whose names are stand-ins, and what none of its files may hold. */
export type RedactedAudit = { result: AuditResult; originals: Redacted['originals'] };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function tenantOf({ tenant }: Redacted, { isSimulated }: AuditedTenant): AuditedTenant {
  const { id, name, domain } = tenant;
  return { id: text(id), name: text(name), domain: text(domain), isSimulated };
}

/** Why something is new may name what is affected: that it is stays, and what it is stands in the redacted condition. */
const whyNew = (because: string | null): string | null =>
  because === null ? null : 'It goes beyond what was known or accepted.';

/**
 * The same audit with stand-ins for names, addresses and ids: facts are redacted and judged again, so that whatever is made of
 * them is redacted by its source. The key is drawn here and forgotten.
 * @throws UsageError where the redacted facts would be judged otherwise: no false answer is handed out
 */
export function redacted(result: AuditResult, now: Date): RedactedAudit {
  const found = redactFacts(result.facts, result.declarations, { ...result.tenant }, randomBytes(keyBytes));
  const { facts, declarations, originals } = found;
  const tenant = tenantOf(found, result.tenant);
  const outcome = evaluateFacts(facts, { now, exemptions: exemptionsOf(declarations, facts, now) });
  const differences = sameVerdicts(result.outcome, outcome);
  if (differences.length > 0)
    throw new UsageError(
      `--redact: with stand-ins for the names ${differences.length} verdicts would be others, so nothing was written. Please report this: ${differences[0]}`,
    );
  const held = new Map(result.findings.map((finding) => [finding.verdict.checkId, finding]));
  const findings = heldFindings(outcome, tenant.id, { ...noBaseline, declarations }, now).map(
    (finding): AuditFinding => {
      const { standing = finding.standing, because = null } = held.get(finding.verdict.checkId) ?? {};
      return { ...finding, standing, because: whyNew(because) };
    },
  );
  // The path of a file may name the organization.
  const baseline = result.baseline && { ...result.baseline, file: 'baseline' };
  return {
    result: { ...result, tenant, isRedacted: true, grantUrl: null, facts, declarations, outcome, findings, baseline },
    originals,
  };
}

/** What a format says of an organization of which nothing is known: its own words. */
async function ownWords(name: FormatName, { tool, takenAt, cloud }: AuditResult, now: Date): Promise<string> {
  const nothing: Facts = {};
  const tenant = { id: '', name: '', domain: '', isSimulated: true };
  const outcome = evaluateFacts(nothing, { now });
  const signedInAs = 'application' as const;
  const rest = { isRedacted: true, declarations: nothingDeclared, findings: [], baseline: null };
  return checkedText(name, { tenant, cloud, takenAt, tool, signedInAs, facts: nothing, outcome, ...rest });
}

/** What is looked through of a file: of a PDF, whose text is compressed, everything that it prints. */
async function checkedText(name: FormatName, result: AuditResult, file?: AuditFile): Promise<string> {
  if (name === 'pdf') return JSON.stringify(reportOfAudit(result));
  const { content } = file ?? (await formats[name](result));
  return typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
}

/**
 * The net behind the redaction: looks through a finished file for what it must not hold.
 * @throws UsageError that says how many there are, and none of them
 */
export async function refuseLeaks(
  name: FormatName,
  file: AuditFile,
  { result, originals }: RedactedAudit,
  now: Date,
): Promise<void> {
  // A file may hold any article whole.
  const articles = remedies.map(({ id }) => articleText(id));
  const own = [await ownWords(name, result, now), ...articles];
  const leaks = leaksOf(await checkedText(name, result, file), originals, own);
  if (leaks.length > 0)
    throw new UsageError(
      `--redact: ${leaks.length} names or ids of the organization were left in ${file.name}, so nothing was written. Please report this without the file. Other formats may work: --format.`,
    );
}
