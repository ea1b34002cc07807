import type { RiskDetection, RiskyUser } from '@microsoft/microsoft-graph-types';
import { guidOf, hash32 } from '../counter-hash.ts';
import { entriesAsTold } from '../directory/audit-log-manner.ts';
import { accountTraits } from '../directory/tenant-directory.ts';
import { userNames } from '../directory/users.ts';
import { dayMs, graphTime } from '../graph-time.ts';
import { scoreHistoryDays, secureScoreAt, secureScoreControlProfiles } from '../posture/secure-scores.ts';
import { answerList, answerPage } from './collection-answer.ts';
import { type GraphAnswer, licenseErrors } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import { selectFields } from './graph-query.ts';
import type { GraphRoute } from './graph-route.ts';

const salt = { risk: 112, alert: 113, moment: 114 };

function person(call: GraphCall, index: number) {
  const names = userNames(call.directory, index, accountTraits(call.directory, index));
  return {
    userId: call.directory.userId(index),
    userDisplayName: names.displayName,
    userPrincipalName: names.userPrincipalName,
  };
}

/** A moment so many days before midnight of the simulated day, the same for every call. */
function moment(call: GraphCall, daysAgo: number, ordinal: number): string {
  const seconds = 1800 + (hash32(call.directory.key, ordinal, salt.moment) % 30_000);
  return graphTime(call.anchorMs - daysAgo * dayMs - seconds * 1000);
}

function inDirectory<T extends { user: number }>(call: GraphCall, events: T[]): T[] {
  return events.filter((event) => event.user < call.directory.profile.userCount);
}

function riskyUsers(call: GraphCall): RiskyUser[] {
  return inDirectory(call, call.directory.profile.riskEvents).map((event, ordinal) => {
    const { userId, ...names } = person(call, event.user);
    return {
      id: userId,
      ...names,
      isDeleted: false,
      isProcessing: false,
      riskLevel: event.state === 'remediated' ? 'none' : event.level,
      riskState: event.state,
      riskDetail: event.state === 'remediated' ? 'userPerformedSecuredPasswordReset' : 'none',
      riskLastUpdatedDateTime: moment(call, event.daysAgo, ordinal),
    };
  });
}

/** With P1 alone the level and the kind of a detection are withheld. */
function riskDetections(call: GraphCall): RiskDetection[] {
  const full = call.directory.profile.license === 'p2';
  return inDirectory(call, call.directory.profile.riskEvents).map((event, ordinal) => {
    const time = moment(call, event.daysAgo, ordinal);
    return {
      id: guidOf(call.directory.key, ordinal, salt.risk),
      ...person(call, event.user),
      activity: 'signin',
      activityDateTime: time,
      detectedDateTime: time,
      lastUpdatedDateTime: time,
      detectionTimingType: 'realtime',
      ipAddress: '198.51.100.77',
      location: { city: null, state: null, countryOrRegion: 'ZZ', geoCoordinates: null },
      riskEventType: full ? event.eventType : 'generic',
      riskLevel: full ? event.level : 'hidden',
      riskState: event.state,
      riskDetail: full ? 'none' : 'hidden',
      source: 'IdentityProtection',
      tokenIssuerType: 'AzureAD',
      additionalInfo: null,
      correlationId: guidOf(call.directory.key, ordinal, salt.risk + 1),
      requestId: guidOf(call.directory.key, ordinal, salt.risk + 2),
    };
  });
}

function userEvidence(call: GraphCall, user: number, time: string): object {
  const { userId, userPrincipalName, userDisplayName } = person(call, user);
  return {
    '@odata.type': '#microsoft.graph.security.userEvidence',
    createdDateTime: time,
    verdict: 'unknown',
    remediationStatus: 'none',
    remediationStatusDetails: null,
    roles: [],
    detailedRoles: [],
    tags: [],
    userAccount: {
      accountName: userPrincipalName?.split('@')[0] ?? null,
      azureAdUserId: userId,
      displayName: userDisplayName,
      domainName: null,
      userPrincipalName,
      userSid: null,
    },
  };
}

function alerts(call: GraphCall): object[] {
  const { profile, key } = call.directory;
  return profile.alerts.map((alert, ordinal) => {
    const time = moment(call, alert.daysAgo, ordinal);
    return {
      id: guidOf(key, ordinal, salt.alert),
      providerAlertId: guidOf(key, ordinal, salt.alert + 10),
      incidentId: String(ordinal + 1),
      title: alert.title,
      description: alert.description,
      severity: alert.severity,
      status: alert.status,
      category: alert.category,
      classification: null,
      determination: null,
      serviceSource: 'microsoftDefenderForOffice365',
      detectionSource: 'microsoftDefenderForOffice365',
      tenantId: profile.id,
      createdDateTime: time,
      lastUpdateDateTime: time,
      firstActivityDateTime: time,
      lastActivityDateTime: time,
      resolvedDateTime: alert.status === 'resolved' ? time : null,
      alertWebUrl: `https://security.microsoft.com/alerts/${guidOf(key, ordinal, salt.alert)}?tid=${profile.id}`,
      evidence:
        alert.user === undefined || alert.user >= profile.userCount ? [] : [userEvidence(call, alert.user, time)],
    };
  });
}

function secureScores(call: GraphCall): GraphAnswer {
  return answerPage(call, {
    context: 'security/secureScores',
    size: scoreHistoryDays,
    defaultPage: 100,
    maxPage: 999,
    overMax: 'cut',
    dense: true,
    fields: call.query.select,
    knows: (field) => field in secureScoreAt(call.directory, 0, call.anchorMs),
    at: (daysAgo, fields) => selectFields(secureScoreAt(call.directory, daysAgo, call.anchorMs), fields),
  });
}

/** Microsoft keeps the log for 30 days, without P1 for 7. */
function directoryAudits(call: GraphCall): object[] {
  const keptDays = call.directory.profile.license === 'none' ? 7 : 30;
  const oldest = new Date(call.now.getTime() - keptDays * dayMs).toISOString();
  const { auditLog, auditLogManner, key } = call.directory;
  const kept = auditLog.filter((entry) => String(Reflect.get(entry, 'activityDateTime')) >= oldest);
  return entriesAsTold(kept, auditLogManner, { key, now: call.now });
}

export const securityRoutes: GraphRoute[] = [
  { path: '/security/secureScores', answer: secureScores },
  {
    path: '/security/secureScoreControlProfiles',
    answer: (call) =>
      answerList(
        call,
        'security/secureScoreControlProfiles',
        secureScoreControlProfiles(call.directory, call.anchorMs),
      ),
  },
  { path: '/security/alerts_v2', answer: (call) => answerList(call, 'security/alerts_v2', alerts(call)) },
  {
    path: '/auditLogs/directoryAudits',
    answer: (call) => {
      const { isDisordered } = call.directory.auditLogManner;
      const asked = isDisordered ? { ...call, query: { ...call.query, orderby: null } } : call;
      return answerList(asked, 'auditLogs/directoryAudits', directoryAudits(call), {
        defaultPage: 1000,
        maxPage: 1000,
      });
    },
  },
  {
    path: '/identityProtection/riskyUsers',
    answer: (call) => {
      if (call.directory.profile.license !== 'p2') throw licenseErrors.feature();
      return answerList(call, 'identityProtection/riskyUsers', riskyUsers(call), { maxPage: 500 });
    },
  },
  {
    path: '/identityProtection/riskDetections',
    answer: (call) => {
      if (call.directory.profile.license === 'none') throw licenseErrors.feature();
      return answerList(call, 'identityProtection/riskDetections', riskDetections(call), {
        defaultPage: 20,
        maxPage: 500,
      });
    },
  },
];
