import { Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { FindingDetails } from '@tenantry/contract/findings';
import { findingGroupsQuery } from '../../blocks/finding-groups-query.ts';
import { HelpLink } from '../../blocks/help-link.tsx';
import { RemedyScript } from '../../blocks/remedy-script.tsx';
import { WorkGain } from '../../blocks/work-gain.tsx';
import { countOf } from '../../lib/format.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { Stack } from '../../ui/stack.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { remedyPath } from './remedy-path.ts';

type Props = { finding: Pick<FindingDetails, 'id' | 'tenantId'>; remedy: NonNullable<FindingDetails['remedy']> };

/** What mends a finding, how it is done, and which others it mends too. */
export function RemedyFacts({ finding, remedy }: Props) {
  const { data } = useQuery(findingGroupsQuery(finding.tenantId));
  const group = data?.groups.find(({ findings }) => findings.some(({ id }) => id === finding.id));
  const others = group?.findings.filter(({ id }) => id !== finding.id).length ?? 0;
  return (
    <Stack gap="XS">
      <Text weight="semibold">{remedy.title}</Text>
      <HelpLink article={remedy.id} of={remedy.title} />
      <WorkGain tenantId={finding.tenantId} isMeant={({ findings }) => findings.some(({ id }) => id === finding.id)} />
      {others > 0 && group?.remedy && (
        <TextLink to={inTenant(remedyPath(remedy.id), finding.tenantId)}>
          Also fixes {countOf(others, 'other finding')}
        </TextLink>
      )}
      <RemedyScript tenantId={finding.tenantId} remedyId={remedy.id} />
    </Stack>
  );
}
