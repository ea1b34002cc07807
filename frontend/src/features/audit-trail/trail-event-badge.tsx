import { Badge, type BadgeProps } from '@fluentui/react-components';
import { type TrailEventKind, trailEventKind, trailEventLabel } from '@tenantry/contract/trail-events';

const colors: Record<TrailEventKind, BadgeProps['color']> = {
  made: 'success',
  changed: 'warning',
  removed: 'danger',
  failed: 'danger',
  read: 'important',
  access: 'informative',
  scan: 'brand',
  system: 'subtle',
};

/** The type of an event, each always in the same color. */
export function TrailEventBadge({ eventType }: { eventType: string }) {
  const kind = trailEventKind(eventType);
  return (
    <Badge appearance={kind === 'system' || kind === 'read' ? 'outline' : 'tint'} color={colors[kind]} shape="rounded">
      {trailEventLabel(eventType)}
    </Badge>
  );
}
