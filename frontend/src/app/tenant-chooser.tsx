import { Button, Combobox, Field, makeStyles, Option, tokens } from '@fluentui/react-components';
import type { Tenant } from '@tenantry/contract/tenants';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { type ChosenAction, returnsTo } from '../lib/quick-actions.ts';
import { selectTenant, useSignedIn } from '../lib/session.ts';
import { inTenant } from '../lib/tenant-address.ts';
import { Hint } from '../ui/muted.tsx';

const useStyles = makeStyles({
  actions: { display: 'grid', gap: tokens.spacingVerticalS },
});

/** How many tenants the list shows; others are found by typing. */
const maxListed = 50;

const labelOf = (tenant: Tenant) => `${tenant.displayName} (${tenant.domain})`;

type Props = {
  /** What is to be done for the tenant, on the page that asked for it; null where it is only selected. */
  action: string | null;
  onContinue: () => void;
};

/** Chooses one of the tenants in scope and goes on with it. */
export function TenantChooser({ action, onContinue }: Props) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { state } = useLocation();
  const { user, tenants } = useSignedIn();
  const [chosen, setChosen] = useState<Tenant | null>(null);
  const goOn = () => {
    if (chosen === null) return;
    // The page must not answer the selection with its own redirect before ours.
    onContinue();
    if (action !== null) {
      const wanted: ChosenAction = { action, tenantId: chosen.id };
      navigate(returnsTo(state), { state: wanted });
      return;
    }
    if (!selectTenant(chosen.id)) return;
    navigate(user.role === 'admin' && tenants.length > 1 ? paths.overview : inTenant(paths.dashboard, chosen.id));
  };
  return (
    <div className={styles.actions}>
      <TenantCombobox onChoose={setChosen} />
      <Hint role="status">
        {chosen === null ? '' : `You will access security audit data for ${chosen.displayName}`}
      </Hint>
      <Button appearance="primary" size="large" disabled={chosen === null} onClick={goOn}>
        {action === null ? 'Continue to Dashboard' : 'Continue'}
      </Button>
    </div>
  );
}

function TenantCombobox({ onChoose }: { onChoose: (tenant: Tenant | null) => void }) {
  const { tenants } = useSignedIn();
  const [typed, setTyped] = useState('');
  const [isSearching, setSearching] = useState(false);
  const wanted = isSearching ? typed.trim().toLowerCase() : '';
  const matching = tenants.filter((tenant) => labelOf(tenant).toLowerCase().includes(wanted));
  const shown = matching.slice(0, maxListed);
  return (
    <Field
      label="Tenant"
      hint={
        matching.length > shown.length
          ? `${shown.length} of ${matching.length} are listed. Type to find more.`
          : undefined
      }
    >
      <Combobox
        placeholder="Select a tenant"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setSearching(true);
          onChoose(null);
        }}
        onOptionSelect={(_, data) => {
          setTyped(data.optionText ?? '');
          setSearching(false);
          onChoose(tenants.find((tenant) => tenant.id === data.optionValue) ?? null);
        }}
      >
        {shown.map((tenant) => (
          <Option key={tenant.id} value={tenant.id} text={labelOf(tenant)}>
            {labelOf(tenant)}
          </Option>
        ))}
        {shown.length === 0 && (
          <Option disabled text="">
            No tenants match
          </Option>
        )}
      </Combobox>
    </Field>
  );
}
