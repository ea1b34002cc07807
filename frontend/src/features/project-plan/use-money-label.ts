import { useHasRole } from '../../lib/session.ts';

/** What the work brings whoever does it is what it costs the tenant that reads along. */
export const useMoneyLabel = () => (useHasRole('technician') ? 'Revenue' : 'Price');
