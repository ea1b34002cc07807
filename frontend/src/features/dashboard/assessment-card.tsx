import { Button, Text } from '@fluentui/react-components';
import type { Tenant } from '@tenantry/contract/tenants';
import { lazy, Suspense } from 'react';
import { useOpened } from '../../lib/use-opened.ts';
import { SectionCard } from '../../ui/section-card.tsx';

const AssessmentDialog = lazy(async () => ({
  default: (await import('./assessment-dialog.tsx')).AssessmentDialog,
}));

/** The way from what is known of the organization to a plan. */
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
      {opened && (
        <Suspense>
          <AssessmentDialog tenant={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
