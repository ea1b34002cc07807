import { PlugDisconnectedFilled } from '@fluentui/react-icons/svg/plug-disconnected';
import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import { StatusBadge } from '../ui/status-badge.tsx';
import { troubleKinds } from './trouble-texts.ts';

/** In the place of a status that would say how a tenant stands, where nothing new is known of it. */
export const TroubleBadge = ({ kind }: Pick<TenantTrouble, 'kind'>) => (
  <StatusBadge label={troubleKinds[kind]} color="danger" icon={<PlugDisconnectedFilled />} />
);
