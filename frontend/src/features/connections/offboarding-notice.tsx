import { Spinner } from '@fluentui/react-components';
import { formatDateTime } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';

type Props = { offboarding: readonly { id: string; name: string; since: string }[] };

/** Tenants of which everything is being deleted: they are in no list any more. */
export function OffboardingNotice({ offboarding }: Props) {
  return offboarding.map(({ id, name, since }) => (
    <Notice key={id} intent="info" title="Offboarding…" actions={<Spinner size="tiny" aria-hidden />}>
      {name} is being deleted, since {formatDateTime(since)}.
    </Notice>
  ));
}
