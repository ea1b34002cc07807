import { Button } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DraftPolicies } from '@tenantry/contract/draft-policies';
import { readSignInLog, replaySignIns, type SignInForecast, signInDays } from '@tenantry/contract/sign-in-replay';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { useAction } from '../../lib/use-action.ts';
import { Hint } from '../../ui/muted.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Stack } from '../../ui/stack.tsx';
import { ReplayForecast } from './replay-forecast.tsx';
import { isReading, signInLogQuery } from './sign-in-log-queries.ts';
import { SignInLogState } from './sign-in-log-state.tsx';

type Policies = readonly DraftPolicies[number][];
type Props = {
  tenantId: string;
  policies: Policies;
  /** What was replayed of these policies when they were proposed. */
  proposed?: SignInForecast | null;
};

const dayChoices = [`${signInDays.least}`, '14', `${signInDays.most}`] as const;

/** Reads the tenant's sign-in log, and replays it under today's policies and those of the draft. */
export function ReplayCard({ tenantId, policies, proposed = null }: Props) {
  const client = useQueryClient();
  const query = useQuery(signInLogQuery(tenantId));
  const [days, setDays] = useState<(typeof dayChoices)[number]>(dayChoices[0]);
  const [told, setTold] = useState<{ of: Policies; forecast: SignInForecast } | null>(
    proposed && { of: policies, forecast: proposed },
  );

  const reading = useAction('Sign-in Log Not Read', async () => {
    const answer = await call(readSignInLog, {
      params: { id: tenantId },
      body: { days: Number(days) },
      tenantId: null,
    });
    const { queryKey } = signInLogQuery(tenantId);
    // An answer that is on its way was made before this reading began, and would say that none is running.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, answer);
  });
  const replaying = useAction('Sign-ins Not Replayed', async () => {
    const forecast = await call(replaySignIns, {
      params: { id: tenantId },
      body: { policies: [...policies] },
      tenantId: null,
    });
    setTold({ of: policies, forecast });
  });
  const isBusy = reading.pending || (query.data !== undefined && isReading(query.data.reading));

  return (
    <SectionCard
      title="Sign-ins Replayed"
      subtitle="Who would have been blocked or asked for more in the last days, by the tenant's sign-in log."
    >
      <QueryState
        query={query}
        loading={<SkeletonRows rows={2} size={32} label="Loading the sign-in log" />}
        errorTitle={httpErrorTitle(query.error)}
      >
        {(state) => (
          <Stack gap="M">
            <Row gap="M" align="center">
              <SelectField
                label="Days"
                options={dayChoices}
                labelOf={(option) => `Last ${option} days`}
                value={days}
                onChange={setDays}
                isLabelHidden
              />
              <Button disabledFocusable={isBusy} onClick={() => void reading.submit()}>
                Read Sign-ins
              </Button>
              <Button
                appearance="primary"
                disabledFocusable={state.log === null || replaying.pending}
                onClick={() => void replaying.submit()}
              >
                Replay
              </Button>
            </Row>
            <SignInLogState {...state} />
            {told !== null && told.of !== policies && (
              <Hint role="status">The draft has changed since. Replay to see what it does now.</Hint>
            )}
            {told !== null && <ReplayForecast forecast={told.forecast} />}
          </Stack>
        )}
      </QueryState>
    </SectionCard>
  );
}
