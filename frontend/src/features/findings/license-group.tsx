import type { Finding } from '@tenantry/contract/findings';
import { countOf } from '../../lib/format.ts';
import { Hint } from '../../ui/muted.tsx';

/** Says of a finding whose remedy needs a license that it and the others that need it count once. */
export function LicenseGroup({ finding: { needsLicense, countsWith } }: { finding: Finding }) {
  if (needsLicense === null) return null;
  return (
    <Hint>
      Needs {needsLicense}
      {countsWith > 0 &&
        `, as ${countOf(countsWith, 'other finding does', 'other findings do')}: together they count once`}
    </Hint>
  );
}
