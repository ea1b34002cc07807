import { Badge, type BadgeProps } from '@fluentui/react-components';
import type { GroupColor } from '@tenantry/contract/tenant-groups';

/** The color of a group by Fluent's own, so that it reads in both themes and in high contrast. */
const colors: Record<GroupColor, NonNullable<BadgeProps['color']>> = {
  gray: 'informative',
  blue: 'brand',
  green: 'success',
  orange: 'warning',
  red: 'danger',
};

export const groupColorLabels: Record<GroupColor, string> = {
  gray: 'Gray',
  blue: 'Blue',
  green: 'Green',
  orange: 'Orange',
  red: 'Red',
};

/** A group by its name and color. */
export const GroupBadge = ({ name, color }: { name: string; color: GroupColor }) => (
  <Badge appearance="tint" color={colors[color]} shape="rounded">
    {name}
  </Badge>
);
