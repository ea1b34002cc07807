import { Badge, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { FindingDetails } from '@tenantry/contract/findings';
import { categoryLabels } from '@tenantry/contract/labels';
import { AffectedList } from '../../blocks/affected-list.tsx';
import { EvidenceList } from '../../blocks/evidence-list.tsx';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { type Fact, FactList, Part } from '../../ui/facts.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { Row } from '../../ui/row.tsx';
import { AcceptanceNote } from './acceptance.tsx';
import { CopyFindingLink } from './copy-finding-link.tsx';
import { FindingHistory } from './finding-history.tsx';
import { FindingRecheck } from './finding-recheck.tsx';
import { FindingStatusBadge } from './finding-status-badge.tsx';
import { FindingWork } from './finding-work.tsx';
import { LicenseGroup } from './license-group.tsx';
import { RemedyFacts } from './remedy-facts.tsx';
import { WhyNotCovered } from './why-not-covered.tsx';
import { WitnessBlock } from './witness-block.tsx';

const RiskOfferPart = onDemand(async () => (await import('./risk-offer.tsx')).RiskOfferPart);

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXL, paddingBottom: tokens.spacingVerticalXL, minWidth: 0 },
  note: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

/** All that is known of a finding. */
export function FindingFacts({ finding }: { finding: FindingDetails }) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <Row gap="S" align="center">
        <SeverityBadge severity={finding.severity} />
        <FindingStatusBadge finding={finding} />
        {finding.isSimulated && (
          <Badge appearance="outline" color="informative">
            Simulated
          </Badge>
        )}
        <CopyFindingLink finding={finding} />
      </Row>
      <FindingWork work={finding.work} tenantId={finding.tenantId} />
      <FindingRecheck finding={finding} />
      {finding.note !== '' && (
        <Part title="Note">
          <Text className={styles.note}>{finding.note}</Text>
        </Part>
      )}
      {finding.status === 'accepted' && finding.acceptance !== null && (
        <Part title="Accepted risk">
          <AcceptanceNote acceptance={finding.acceptance} />
        </Part>
      )}
      {finding.riskOffer !== null && <RiskOfferPart finding={{ ...finding, riskOffer: finding.riskOffer }} />}
      <Part title="Description">
        <Text block>{finding.description}</Text>
        <LicenseGroup finding={finding} />
      </Part>
      <WhyNotCovered finding={finding} />
      <WitnessBlock finding={finding} />
      {finding.impact !== null && (
        <Part title="Impact">
          <Text>{finding.impact}</Text>
        </Part>
      )}
      <Part title="Recommendation">
        <Text>{finding.recommendation}</Text>
        {finding.remedy !== null && <RemedyFacts finding={finding} remedy={finding.remedy} />}
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
      <FindingHistory finding={finding} />
      <Details finding={finding} />
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

function Details({ finding }: { finding: FindingDetails }) {
  const facts: Fact[] = [
    ['Tenant', finding.tenant],
    ['Category', categoryLabels[finding.category]],
    ['Check', finding.checkId],
    ['First detected', formatDateTime(finding.firstDetected)],
    ['Last detected', formatDateTime(finding.lastDetected)],
  ];
  return (
    <Part title="Details">
      <FactList facts={facts} />
    </Part>
  );
}
