import type { Finding } from '@tenantry/contract/findings';
import { countOf } from '../../lib/format.ts';
import { Hint } from '../../ui/muted.tsx';

/** Says of a finding which license its remedy needs, and that it is not counted by itself. */
export function LicenseGroup({ finding: { needsLicense, countsWith } }: { finding: Finding }) {
  if (needsLicense === null) return null;
  return (
    <Hint>
      Needs {needsLicense}
      {countsWith > 0 && `, as ${countOf(countsWith, 'other does', 'others do')}: they count once`}
    </Hint>
  );
}
