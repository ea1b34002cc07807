import { PlugDisconnectedFilled } from '@fluentui/react-icons/svg/plug-disconnected';
import { troubleLabels } from '@tenantry/contract/labels';
import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import { StatusBadge } from '../ui/status-badge.tsx';

/** In the place of a status that would say how a tenant stands, where nothing new is known of it. */
export const TroubleBadge = ({ kind }: Pick<TenantTrouble, 'kind'>) => (
  <StatusBadge label={troubleLabels[kind]} color="danger" icon={<PlugDisconnectedFilled />} />
);
