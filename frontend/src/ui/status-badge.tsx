import { Badge, type BadgeProps } from '@fluentui/react-components';
import type { ReactElement } from 'react';

export type BadgeStyle = { color: BadgeProps['color']; icon: ReactElement };

/** A status as an icon and a word on a tint: never by color alone. */
export function StatusBadge({ label, color, icon }: BadgeStyle & { label: string }) {
  return (
    <Badge appearance="tint" color={color} icon={icon} shape="rounded">
      {label}
    </Badge>
  );
}
