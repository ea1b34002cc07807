import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { MailFlowReport } from '@tenantry/contract/mailflow';
import { mailFlowCheckQuery } from '../../blocks/mail-flow-check-query.ts';
import { mailAreaLabels } from '../../blocks/mail-glance.ts';
import { MailStatusBadge } from '../../blocks/mail-status-badge.tsx';
import { useSelectedTenant } from '../../lib/session.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { FactList, Part } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Row } from '../../ui/row.tsx';
import { DomainAdvice } from './domain-advice.tsx';
import { DomainRecords } from './domain-records.tsx';
import { SpfPart } from './spf-part.tsx';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXXL, paddingBottom: tokens.spacingVerticalXXL, minWidth: 0 },
});

type Props = {
  tenantId: string;
  domain: string;
  /** What the page has checked; another domain is checked now. */
  known: readonly MailFlowReport[] | undefined;
  /** The tenant's domains, checked or not; null where they are not known. */
  own: ReadonlySet<string> | null;
  onClose: () => void;
};

/** All that is known of a domain's mail, with what to publish. */
export function DomainDrawer({ tenantId, domain, known, own, onClose }: Props) {
  const found = known?.find((report) => report.domain === domain);
  return (
    <DetailsDrawer title={domain} label={`Mail flow of ${domain}`} widthPx={720} onClose={onClose}>
      {found === undefined ? (
        <OtherDomain tenantId={tenantId} domain={domain} own={own} />
      ) : (
        <DomainReport report={found} />
      )}
    </DetailsDrawer>
  );
}

function OtherDomain({ tenantId, domain, own }: Pick<Props, 'tenantId' | 'domain' | 'own'>) {
  const query = useQuery(mailFlowCheckQuery(tenantId, domain));
  const { displayName } = useSelectedTenant();
  const styles = useStyles();
  return (
    <QueryState query={query} loadingLabel="Checking the domain" errorTitle="The domain could not be checked">
      {(report) => (
        <div className={styles.root}>
          {own?.has(report.domain) === false && (
            <Notice intent="info">
              {report.domain} is not a domain of {displayName}.
            </Notice>
          )}
          <DomainReport report={report} />
        </div>
      )}
    </QueryState>
  );
}

function DomainReport({ report }: { report: MailFlowReport }) {
  const styles = useStyles();
  const { status, security, unknownBecause, details } = report;
  return (
    <div className={styles.root}>
      <Row gap="M" align="center">
        <MailStatusBadge status={status} />
        <Text weight="semibold">{security.score === null ? 'No score' : `Score: ${security.score} of 100`}</Text>
      </Row>
      {unknownBecause !== null && <Notice intent="info">{unknownBecause}</Notice>}
      <DomainAdvice report={report} />
      <SpfPart spf={details.spf} />
      <DomainRecords details={details} />
      <Part title="Score by area">
        <FactList
          facts={details.scoreParts.map(({ area, weight, earned }) => [
            mailAreaLabels[area],
            earned === null ? `Not counted (${weight})` : `${Math.round(earned * 10) / 10} of ${weight}`,
          ])}
        />
      </Part>
    </div>
  );
}
