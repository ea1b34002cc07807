import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { AdminTenant } from '@tenantry/contract/connections';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTenantChanges } from './use-tenant-changes.ts';

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalXS, margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
});

/** The end of a tenant here, confirmed by typing its name. */
export function OffboardTenantDialog({ tenant, onClose }: { tenant: AdminTenant; onClose: () => void }) {
  const styles = useStyles();
  const { offboard } = useTenantChanges();
  const { values, field, sendChecked } = useForm({ name: '' }, ['name']);
  return (
    <FormDialog
      open
      title={`Offboard ${tenant.name}`}
      submitLabel="Offboard"
      submittingLabel="Offboarding…"
      submitDisabled={values.name.trim() !== tenant.name}
      onSubmit={() => sendChecked({}, () => offboard(tenant, values.name))}
      onClose={onClose}
    >
      <Notice intent="warning" title="This cannot be undone">
        Everything that is stored of {tenant.name} is deleted.
      </Notice>
      <ul className={styles.list}>
        <li>No scan of it starts any more, and one that is running ends. Nobody can open it.</li>
        <li>Its credentials and tokens are deleted, and so are its findings, audits, tasks, approvals and accounts.</li>
        <li>What is known here of its tickets is deleted. The tickets stay in HaloPSA, ConnectWise PSA or Autotask.</li>
        <li>The activity trail stays, with who offboarded it and when.</li>
      </ul>
      {!tenant.isMock && (
        <>
          <Text weight="semibold">What the customer has to do</Text>
          <ul className={styles.list}>
            <li>
              Delete the enterprise application in their Microsoft Entra admin center. Microsoft lets no application
              withdraw its own access; a token that was issued before ends within about an hour.
            </li>
            <li>If you manage them as a partner, end the delegated admin relationship in Partner Center too.</li>
          </ul>
        </>
      )}
      <TextField label={`Type ${tenant.name} to confirm`} required {...field('name')} />
    </FormDialog>
  );
}
