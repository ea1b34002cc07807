import { makeStyles, Spinner, Text, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { MailFlowReport } from '@tenantry/contract/mailflow';
import type { Tenant } from '@tenantry/contract/tenants';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { mailFlowCheckQuery } from '../../blocks/mail-flow-check-query.ts';
import { glanceOf, mailAreaLabels, type Tone } from '../../blocks/mail-glance.ts';
import { PlanPreview } from '../../blocks/plan-preview.tsx';
import { usePlanning } from '../../blocks/use-planning.ts';
import { messageOf } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { showToast } from '../../lib/toast.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Row } from '../../ui/row.tsx';
import { type BadgeStyle, StatusBadge } from '../../ui/status-badge.tsx';
import { m365StatusQuery } from './dashboard-queries.ts';
import { GraphBadge } from './graph-badge.tsx';
import { graphStateOf } from './graph-state.ts';

const useStyles = makeStyles({
  list: { margin: 0, display: 'grid', gap: tokens.spacingVerticalM },
  value: { margin: 0 },
});

const areas = ['spf', 'dkim', 'dmarc'] as const;

const tones: Record<Tone, BadgeStyle> = {
  good: { color: 'success', icon: <CheckmarkCircleFilled /> },
  plain: { color: 'success', icon: <CheckmarkCircleFilled /> },
  warning: { color: 'warning', icon: <WarningFilled /> },
  bad: { color: 'danger', icon: <ErrorCircleFilled /> },
  unknown: { color: 'informative', icon: <QuestionCircleFilled /> },
};

/** What could not be found out has to be checked by somebody: nothing else is said to need that. */
const checkRequired = <StatusBadge label="Check Required" {...tones.unknown} />;

type Props = { tenant: Tenant; onClose: () => void };

/** What is known before a plan is made, and the plan. */
export function AssessmentDialog({ tenant, onClose }: Props) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { make, ...preview } = usePlanning(tenant.id);
  const mail = useQuery({ ...mailFlowCheckQuery(tenant.id, tenant.domain), enabled: tenant.domain !== '' });
  const status = useQuery(m365StatusQuery(tenant.id));
  const generate = async () => {
    await make();
    showToast({ title: 'Assessment complete. Ready to generate plan.', intent: 'success' });
    navigate(inTenant(paths.projectPlan, tenant.id));
  };
  return (
    <FormDialog
      open
      title="Security Assessment"
      submitLabel="Generate Project Plan"
      submittingLabel="Generating…"
      onSubmit={generate}
      onClose={onClose}
      submitDisabled={preview.query.data === undefined}
    >
      <Text>The plan has one task for each remedy of the open findings. A plan that is there already is extended.</Text>
      <dl className={styles.list}>
        {areas.map((area) => (
          <Fact key={area} name={mailAreaLabels[area]}>
            <MailBadge report={mail} area={area} hasDomain={tenant.domain !== ''} />
          </Fact>
        ))}
        <Fact name="Graph connection">
          <Waiting query={status}>{status.data && <GraphBadge state={graphStateOf(status.data)} />}</Waiting>
        </Fact>
      </dl>
      <Hint>{mailText(tenant.domain, mail.error)}</Hint>
      <PlanPreview {...preview} />
    </FormDialog>
  );
}

function mailText(domain: string, error: unknown): string {
  if (domain === '') return 'No domain of this tenant is known yet: a scan finds it.';
  return error === null
    ? `Mail records of ${domain}`
    : `The mail records of ${domain} were not read: ${messageOf(error)}`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <Row gap="M" justify="space-between">
      <dt>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </Row>
  );
}

/** While it is asked, what is asked for; where that failed, that somebody has to look. */
function Waiting({ query, children }: { query: Pick<UseQueryResult, 'isFetching' | 'data'>; children: ReactNode }) {
  if (query.data !== undefined) return children;
  return query.isFetching ? <Spinner size="extra-tiny" label="Checking" /> : checkRequired;
}

type MailProps = { report: UseQueryResult<MailFlowReport>; area: (typeof areas)[number]; hasDomain: boolean };

function MailBadge({ report, area, hasDomain }: MailProps) {
  if (!hasDomain) return checkRequired;
  const glance = report.data && glanceOf(report.data, area);
  return (
    <Waiting query={report}>
      {glance &&
        (glance.tone === 'unknown' ? checkRequired : <StatusBadge label={glance.label} {...tones[glance.tone]} />)}
    </Waiting>
  );
}
