import type { Priority } from '@tenantry/contract/verdicts';
import { SeverityBadge } from './severity-badge.tsx';

/** How urgent it is: the same words and colors as a severity's. */
export const PriorityBadge = ({ priority }: { priority: Priority }) => <SeverityBadge severity={priority} />;
