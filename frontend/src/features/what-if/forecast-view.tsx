import { Text } from '@fluentui/react-components';
import type { ChangedVerdict, Forecast } from '@tenantry/contract/what-if';
import { VerdictBadge } from '../../blocks/verdict-badge.tsx';
import { witnessFacts } from '../../blocks/witness-facts.ts';
import { countOf, formatDateTime } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FactList, Part } from '../../ui/facts.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { ShortList } from '../../ui/short-list.tsx';
import { Stack } from '../../ui/stack.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { ForecastAccountsCard } from './forecast-accounts.tsx';

const effectLabels: Readonly<Record<ChangedVerdict['effect'], string>> = {
  closes: 'Closes',
  opens: 'Opens',
  better: 'Better',
  worse: 'Worse',
  unknown: 'Becomes unknown',
  other: 'Same status',
};

const columns: Column<ChangedVerdict>[] = [
  { id: 'effect', label: 'Effect', width: '104px', cell: ({ effect }) => effectLabels[effect] },
  { id: 'check', label: 'Check', cell: ({ title }) => title },
  { id: 'before', label: 'Today', width: '144px', cell: ({ before }) => <VerdictBadge status={before.status} /> },
  { id: 'after', label: 'Draft', width: '144px', cell: ({ after }) => <VerdictBadge status={after.status} /> },
];

const points = (value: number): string => {
  const rounded = Math.round(value * 10) / 10;
  return `${rounded > 0 ? '+' : ''}${rounded} points`;
};
const scoreText = (value: number | null): string => (value === null ? '—' : String(value));

/** What an audit of the same scan would say under the draft. */
export function ForecastView({ forecast }: { forecast: Forecast }) {
  const { score, findings, accounts, notes } = forecast;
  const countOfEffect = (effect: string) => accounts.find((one) => one.effect === effect);
  const blocked = countOfEffect('blocked');
  const asked = countOfEffect('mfa');
  const legacy = countOfEffect('legacyBlocked');
  const ofLegacy = (legacy?.count ?? 0) + (legacy?.maybe ?? 0);
  const maybe = (count: number | undefined) => ((count ?? 0) > 0 ? `and perhaps ${count} more` : undefined);
  const blockedHint = [maybe(blocked?.maybe), ofLegacy > 0 && `${ofLegacy} with legacy clients`].filter(Boolean);
  return (
    <Stack gap="L">
      <StatGrid label="Forecast in figures">
        <StatCard
          label="Audit score"
          value={`${scoreText(score.before)} → ${scoreText(score.after)}`}
          hint={points(score.points)}
        />
        <StatCard label="Findings closed" value={findings.closed} />
        <StatCard label="Findings opened" value={findings.opened} />
        <StatCard label="Accounts blocked" value={blocked?.count ?? 0} hint={blockedHint.join('; ') || undefined} />
        <StatCard label="Accounts asked for MFA" value={asked?.count ?? 0} hint={maybe(asked?.maybe)} />
      </StatGrid>
      {notes.map((note) => (
        <Notice key={note} intent="info">
          {note}
        </Notice>
      ))}
      <ForecastAccountsCard forecast={forecast} />
      <SectionCard title="Checks that change" subtitle={`Of the scan of ${formatDateTime(forecast.scan.at)}`}>
        {forecast.byRemedy.length > 0 && (
          <Row gap="M">
            {forecast.byRemedy.map(({ id, title, closes }) => (
              <Muted key={id}>
                {title}: {countOf(closes, 'finding')} closed
              </Muted>
            ))}
          </Row>
        )}
        {forecast.verdicts.length === 0 ? (
          <Text>No check says anything else under the draft.</Text>
        ) : (
          <DataTable
            label="Checks that change"
            rows={forecast.verdicts}
            columns={columns}
            rowId={({ checkId }) => checkId}
            rowDetails={verdictDetails}
          />
        )}
      </SectionCard>
    </Stack>
  );
}

const verdictDetails = ({ after, newGaps, closedGaps, newWitness }: ChangedVerdict) => (
  <Stack gap="XS">
    <Text size={200}>{after.message}</Text>
    {newGaps.length > 0 && <ShortList label="New ways past" items={newGaps.map((gap) => `New way past: ${gap}`)} />}
    {closedGaps.length > 0 && (
      <ShortList label="Ways that are covered now" items={closedGaps.map((gap) => `Covered now: ${gap}`)} />
    )}
    {newWitness !== undefined && (
      <Part title="A sign-in that would get past">
        <FactList facts={witnessFacts(newWitness)} />
      </Part>
    )}
  </Stack>
);
