import type { ReactElement } from 'react';
import { formatNumber } from '../lib/format.ts';
import { StatCard, StatGrid } from './stat-card.tsx';

type Props = {
  label: string;
  /** What is counted, as in "the findings could not be loaded". */
  counted: string;
  /** A figure is undefined while it is not known. */
  figures: readonly (readonly [label: string, value: number | undefined, icon: ReactElement])[];
  isLoading: boolean;
  hasFailed: boolean;
};

/** The totals above a list. */
export function Counters({ label, counted, figures, isLoading, hasFailed }: Props) {
  return (
    <StatGrid label={label}>
      {figures.map(([name, value, icon]) => (
        <StatCard
          key={name}
          label={name}
          icon={icon}
          isLoading={isLoading}
          hint={value === undefined && hasFailed ? `Not known: the ${counted} could not be loaded` : undefined}
          value={value === undefined ? null : formatNumber(value)}
        />
      ))}
    </StatGrid>
  );
}
