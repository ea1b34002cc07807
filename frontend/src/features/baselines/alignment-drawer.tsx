import { Button, Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { CheckAlignment, getTenantBaselines } from '@tenantry/contract/baselines';
import type { Parsed } from '@tenantry/contract/endpoint';
import { matrixLabels } from '@tenantry/contract/matrix-status';
import { useEffect } from 'react';
import { alignmentText, percentText } from '../../blocks/alignment-texts.ts';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { formatDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useHasRole } from '../../lib/session.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Hint } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Row } from '../../ui/row.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { tenantBaselinesQuery } from './baseline-queries.ts';
import { EndException } from './end-exception.tsx';
import { ExceptionDialog } from './exception-dialog.tsx';

type Standing = Parsed<(typeof getTenantBaselines)['response']>['baselines'][number];

const stateLabels: Readonly<Record<CheckAlignment['state'], string>> = {
  deviating: 'Deviating',
  notKnown: 'Not known',
  excepted: 'Excepted',
  aligned: 'Aligned',
  notRequired: 'Not required',
};
const states = Object.keys(stateLabels) as CheckAlignment['state'][];

type Props = { tenantId: string; baselineId: string; onClose: () => void };

/** What a baseline requires of a tenant, check by check, and the exceptions from it. */
export function AlignmentDrawer({ tenantId, baselineId, onClose }: Props) {
  const query = useQuery(tenantBaselinesQuery(tenantId));
  const found = query.data?.baselines.find((one) => one.baselineId === baselineId);
  return (
    <DetailsDrawer
      title={found ? `${found.tenantName}: ${found.baselineName}` : 'Baseline'}
      widthPx={640}
      onClose={onClose}
    >
      <QueryState
        query={query}
        loading={<SkeletonRows rows={8} size={48} label="Loading the checks" />}
        errorTitle={httpErrorTitle(query.error)}
        isEmpty={() => found === undefined}
        empty={<EmptyState title="This baseline does not hold for the tenant any more" body="" headingLevel="h3" />}
      >
        {() => found && <Checks standing={found} />}
      </QueryState>
    </DetailsDrawer>
  );
}

function Checks({ standing }: { standing: Standing }) {
  const isAdmin = useHasRole('admin');
  // What opened a dialog may be gone when it closes: the keyboard goes on in the list then.
  const { opened, open, close, fallback } = useOpened<readonly CheckAlignment[], HTMLDivElement>();
  const deviating = standing.checks.filter(({ state }) => state === 'deviating');
  // The button that had the keyboard goes when what it did has come back with the list.
  useEffect(() => {
    if (opened === undefined && standing && document.activeElement === document.body) fallback.current?.focus();
  }, [opened, standing, fallback]);
  return (
    <Stack gap="L" ref={fallback} tabIndex={-1}>
      <Row gap="M" align="center" justify="space-between">
        <Text>
          {percentText(standing)} aligned · {alignmentText(standing)}
        </Text>
        {isAdmin && deviating.length > 0 && <Button onClick={() => open(deviating)}>Except all that deviates</Button>}
      </Row>
      {states.map((state) => {
        const checks = standing.checks.filter((check) => check.state === state);
        if (checks.length === 0) return null;
        return (
          <section key={state} aria-label={stateLabels[state]}>
            <Text as="h3" weight="semibold">{`${stateLabels[state]} (${checks.length})`}</Text>
            <PlainList>
              {checks.map((check) => (
                <li key={check.checkId}>
                  <CheckLine
                    check={check}
                    standing={standing}
                    onExcept={isAdmin ? () => open([check]) : undefined}
                    onEnded={() => fallback.current?.focus()}
                  />
                </li>
              ))}
            </PlainList>
          </section>
        );
      })}
      {opened && <ExceptionDialog standing={standing} checks={opened} onClose={close} />}
    </Stack>
  );
}

type LineProps = { check: CheckAlignment; standing: Standing; onExcept: (() => void) | undefined; onEnded: () => void };

function CheckLine({ check, standing, onExcept, onEnded }: LineProps) {
  const { checkId, title, severity, state, status, exception } = check;
  const { tenantId, baselineId } = standing;
  return (
    <Row gap="S" align="center" justify="space-between">
      <Stack gap="XXS">
        <Row gap="S" align="center">
          <SeverityBadge severity={severity} />
          <TextLink to={inTenant(`${paths.audit}?check=${checkId}`, tenantId)}>{title}</TextLink>
        </Row>
        {(state === 'deviating' || state === 'notKnown') && <Hint>{matrixLabels[status]}</Hint>}
        {exception && <Hint>{`Until ${formatDate(exception.expiresAt)} by ${exception.by}: ${exception.reason}`}</Hint>}
      </Stack>
      {onExcept && state === 'deviating' && (
        <Button size="small" aria-label={`Make an exception: ${title}`} onClick={onExcept}>
          Except…
        </Button>
      )}
      {onExcept && state === 'excepted' && status !== 'accepted' && (
        <EndException
          exception={{ tenantId, baselineId, checkId, title }}
          label={`End the exception: ${title}`}
          onEnded={onEnded}
        />
      )}
    </Row>
  );
}
