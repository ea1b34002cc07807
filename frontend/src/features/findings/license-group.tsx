import type { Finding } from '@tenantry/contract/findings';
import { countOf } from '../../lib/format.ts';
import { Hint } from '../../ui/muted.tsx';

/** Says of a finding whose remedy needs a license that it counts as one with the others of its kind. */
export function LicenseGroup({ finding: { needsLicense, countsWith } }: { finding: Finding }) {
  if (needsLicense === null) return null;
  return (
    <Hint>
      Needs {needsLicense}
      {countsWith > 0 && `: counts as one with ${countOf(countsWith, 'other finding')}`}
    </Hint>
  );
}
