import { Button } from '@fluentui/react-components';
import { LinkRegular } from '@fluentui/react-icons/svg/link';
import type { Finding } from '@tenantry/contract/findings';
import { messageOf } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { showToast } from '../../lib/toast.ts';

/** The address of a finding, whatever page and filters it was opened from. */
const linkTo = ({ id, tenantId }: Pick<Finding, 'id' | 'tenantId'>) =>
  new URL(inTenant(`${paths.findings}?finding=${id}`, tenantId), window.location.origin).href;

/** Hands the address of a finding to the clipboard, to send it to a colleague. */
export function CopyFindingLink({ finding }: { finding: Pick<Finding, 'id' | 'tenantId' | 'title'> }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(linkTo(finding));
      showToast({ title: 'Link copied', body: finding.title, intent: 'success' });
    } catch (error) {
      showToast({ title: 'The link was not copied', body: messageOf(error), intent: 'error' });
    }
  };
  return (
    <Button size="small" appearance="subtle" icon={<LinkRegular />} onClick={() => void copy()}>
      Copy link to this finding
    </Button>
  );
}
