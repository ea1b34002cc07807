import { Button, Text } from '@fluentui/react-components';
import type { Tenant } from '@tenantry/contract/tenants';
import { useOpened } from '../../lib/use-opened.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

const AssessmentDialog = onDemand(async () => (await import('./assessment-dialog.tsx')).AssessmentDialog);

/** The way from what is known of the tenant to a plan. */
export function AssessmentCard({ tenant }: { tenant: Tenant }) {
  const { opened, open, close, fallback } = useOpened<Tenant>();
  return (
    <>
      <SectionCard
        title="Security Assessment"
        actions={
          <Button ref={fallback} appearance="primary" onClick={() => open(tenant)}>
            Start Assessment
          </Button>
        }
      >
        <Text>Looks at mail records and the Graph connection, and turns the open findings into a project plan.</Text>
      </SectionCard>
      {opened && <AssessmentDialog tenant={opened} onClose={close} />}
    </>
  );
}
