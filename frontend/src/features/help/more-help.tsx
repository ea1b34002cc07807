import { Text } from '@fluentui/react-components';
import { SectionCard } from '../../ui/section-card.tsx';

/** Whom to ask when no article helps. */
export function MoreHelp() {
  return (
    <SectionCard title="Need More Help?">
      <Text>
        Contact your system administrator. Say which tenant and page it is about. If an error message shows a request
        id, send that too.
      </Text>
    </SectionCard>
  );
}
