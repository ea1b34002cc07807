import type { ControlScore, SecureScore, SecureScoreControlProfile } from '@microsoft/microsoft-graph-types';
import { hashFraction } from '../counter-hash.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { dayMs, graphTime } from '../graph-time.ts';
import type { ScoreControl } from './score-control.ts';
import { scoreControls } from './secure-score-controls.ts';

/** Days that Secure Score keeps (Graph v1.0, "List secureScores"). */
export const scoreHistoryDays = 90;

/** Control scores carry these beyond the published type. */
type WireControlScore = ControlScore & {
  implementationStatus: string;
  scoreInPercentage: number;
  lastSynced: string;
};

const salt = { moved: 81, day: 82 };
const movingShare = 0.35;

/**
 * Share of a control's maximum reached so many days ago. Today's share is the profile's; with a trend some controls
 * stood lower (rising) or at full (falling) before a day of their own.
 */
function fractionAt(directory: TenantDirectory, control: ScoreControl, ordinal: number, daysAgo: number): number {
  const { secureScore } = directory.profile;
  const today = secureScore.fractions[control.name] ?? secureScore.defaultFraction;
  const moves = hashFraction(directory.key, ordinal, salt.moved) < movingShare;
  const movedDaysAgo = Math.floor(hashFraction(directory.key, ordinal, salt.day) * (scoreHistoryDays - 5));
  if (secureScore.trend === 'steady' || !moves || daysAgo <= movedDaysAgo) return today;
  return secureScore.trend === 'rising' ? today / 2 : Math.max(today, (1 + today) / 2);
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The score of one day, newest first: index 0 is today. */
export function secureScoreAt(directory: TenantDirectory, daysAgo: number, anchorMs: number): SecureScore {
  const { profile } = directory;
  const createdDateTime = graphTime(anchorMs - daysAgo * dayMs);
  const controlScores = scoreControls.map((control, ordinal): WireControlScore => {
    const fraction = fractionAt(directory, control, ordinal, daysAgo);
    return {
      controlCategory: control.category,
      controlName: control.name,
      description: control.title,
      score: round2(control.maxScore * fraction),
      scoreInPercentage: round2(fraction * 100),
      implementationStatus:
        fraction === 1 ? 'Implemented.' : fraction === 0 ? 'Not implemented.' : 'Partly implemented.',
      lastSynced: createdDateTime,
    };
  });
  const maxScore = scoreControls.reduce((sum, control) => sum + control.maxScore, 0);
  return {
    id: `${profile.id}_${createdDateTime.slice(0, 10)}`,
    azureTenantId: profile.id,
    activeUserCount: Math.round(profile.userCount * 0.9),
    createdDateTime,
    currentScore: round2(controlScores.reduce((sum, control) => sum + (control.score ?? 0), 0)),
    enabledServices: ['HasExchange', 'HasSharePoint', ...(profile.license === 'none' ? [] : ['HasAADP1', 'HasIntune'])],
    licensedUserCount: profile.userCount,
    maxScore,
    vendorInformation: { provider: 'SecureScore', providerVersion: null, subProvider: null, vendor: 'Microsoft' },
    averageComparativeScores: [
      {
        basis: 'AllTenants',
        averageScore: 46.2,
        ...{ appsScore: 38.1, dataScore: 31.4, deviceScore: 42.9, identityScore: 52.7 },
      },
      { basis: 'TotalSeats', averageScore: 44.8, ...{ SeatSizeRangeLowerValue: '1', SeatSizeRangeUpperValue: '1000' } },
    ],
    controlScores,
  };
}

export function secureScoreControlProfiles(directory: TenantDirectory, anchorMs: number): SecureScoreControlProfile[] {
  return scoreControls.map((control, index) => ({
    id: control.name,
    azureTenantId: directory.profile.id,
    actionType: 'Config',
    actionUrl: 'https://security.microsoft.com/securescore',
    controlCategory: control.category,
    title: control.title,
    deprecated: false,
    implementationCost: control.cost,
    lastModifiedDateTime: graphTime(anchorMs - 40 * dayMs),
    maxScore: control.maxScore,
    rank: index + 1,
    remediation: control.remediation,
    remediationImpact: `Impact on users: ${control.userImpact.toLowerCase()}.`,
    service: control.service,
    threats: control.threats,
    tier: 'Core',
    userImpact: control.userImpact,
    complianceInformation: [],
    controlStateUpdates: [],
    vendorInformation: { provider: 'SecureScore', providerVersion: null, subProvider: null, vendor: 'Microsoft' },
  }));
}
