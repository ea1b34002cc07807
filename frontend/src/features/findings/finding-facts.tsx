import { Badge, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { FindingChange, FindingDetails } from '@tenantry/contract/findings';
import { categoryLabels } from '@tenantry/contract/labels';
import { AffectedList } from '../../blocks/affected-list.tsx';
import { EvidenceList } from '../../blocks/evidence-list.tsx';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { type Fact, FactList, Part } from '../../ui/facts.tsx';
import { AcceptanceNote } from './acceptance.tsx';
import { FindingStatusBadge } from './finding-status-badge.tsx';
import { LicenseGroup } from './license-group.tsx';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXL, paddingBottom: tokens.spacingVerticalXL, minWidth: 0 },
  badges: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

const changes: Record<FindingChange, string> = {
  new: 'New: found for the first time by the latest scan',
  'still-there': 'Still there in the latest scan',
  resolved: 'Resolved: not found by the latest scan',
  reopened: 'Reopened: resolved or accepted before, and found again',
  'not-verified': 'Not verified: the latest scan could not repeat this check',
};
/** All that is known of a finding. */
export function FindingFacts({ finding }: { finding: FindingDetails }) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <div className={styles.badges}>
        <SeverityBadge severity={finding.severity} />
        <FindingStatusBadge status={finding.status} />
        {finding.isSimulated && (
          <Badge appearance="outline" color="informative">
            Simulated
          </Badge>
        )}
      </div>
      {finding.status === 'accepted' && finding.acceptance !== null && (
        <Part title="Accepted risk">
          <AcceptanceNote acceptance={finding.acceptance} />
        </Part>
      )}
      <Part title="Description">
        <Text block>{finding.description}</Text>
        <LicenseGroup finding={finding} />
      </Part>
      {finding.impact !== null && (
        <Part title="Impact">
          <Text>{finding.impact}</Text>
        </Part>
      )}
      <Part title="Recommendation">
        <Text>{finding.recommendation}</Text>
      </Part>
      <Part title="Evidence">
        <EvidenceList evidence={finding.evidence} firstShown={6} />
      </Part>
      <AffectedList affected={finding.affected} affectedCount={finding.affectedCount} />
      {finding.references.length > 0 && (
        <Part title="References">
          <ul className={styles.list}>
            {finding.references.map((reference) => (
              <li key={reference}>
                <Reference text={reference} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <History finding={finding} />
    </div>
  );
}

function Reference({ text }: { text: string }) {
  if (!text.startsWith('https://')) return <Text>{text}</Text>;
  return (
    <Link href={text} target="_blank" rel="noreferrer">
      {text}
    </Link>
  );
}

function History({ finding }: { finding: FindingDetails }) {
  const facts: Fact[] = [
    ['Tenant', finding.tenant],
    ['Category', categoryLabels[finding.category]],
    ['Check', finding.checkId],
    ['First detected', formatDateTime(finding.firstDetected)],
    ['Last detected', formatDateTime(finding.lastDetected)],
  ];
  if (finding.resolvedAt !== null) {
    const by = finding.resolvedBy === null ? '' : ` by ${finding.resolvedBy}`;
    facts.push(['Resolved', `${formatDateTime(finding.resolvedAt)}${by}`]);
  }
  return (
    <Part title="History">
      <Text>{changes[finding.change]}</Text>
      <FactList facts={facts} />
    </Part>
  );
}
