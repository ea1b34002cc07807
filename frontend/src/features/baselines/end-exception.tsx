import { Button } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { endException, type HeldException } from '@tenantry/contract/baselines';
import { call } from '../../lib/api-client.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';

type Props = {
  exception: Pick<HeldException, 'tenantId' | 'baselineId' | 'checkId' | 'title'>;
  label: string;
  onEnded: () => void;
};

/** Takes the exception of a tenant from one check back. */
export function EndException({ exception: { tenantId, baselineId, checkId, title }, label, onEnded }: Props) {
  const client = useQueryClient();
  const { submit, pending } = useAction('The exception still holds', async () => {
    await call(endException, { params: { id: tenantId }, query: { baselineId, checkId }, tenantId });
    showToast({ title: 'Exception ended', body: title, intent: 'success' });
    await invalidateTenant(client, tenantId);
    onEnded();
  });
  return (
    <Button size="small" disabledFocusable={pending} aria-label={label} onClick={() => void submit()}>
      End
    </Button>
  );
}
