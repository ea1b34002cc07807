import { Text } from '@fluentui/react-components';
import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import { Hint } from '../ui/muted.tsx';
import { ageOfFigures, troubleTitle } from './trouble-texts.ts';

type Props = { trouble: TenantTrouble; lastAuditDate: string | null };

/** Since when nothing new is known of a tenant, why, and how old its figures are: within a row of a list. */
export function TroubleFacts({ trouble, lastAuditDate }: Props) {
  return (
    <>
      <Text size={200} weight="semibold">
        {troubleTitle(trouble)}
      </Text>
      <Text size={200}>{trouble.reason}</Text>
      <Hint>{ageOfFigures(lastAuditDate, new Date())}</Hint>
    </>
  );
}
