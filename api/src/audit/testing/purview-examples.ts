import type { JsonObject } from '../facts/json-reader.ts';
import type { CheckExample } from './check-example.ts';
import { configurationOf } from './configuration.ts';

const everywhere = Object.fromEntries(
  ['Exchange', 'OneDrive', 'SharePoint', 'Teams', 'EndpointDlp'].map((name) => [`${name}Location`, ['All']]),
);
const personal = [
  { name: 'Credit Card Number' },
  { name: 'U.S. Individual Taxpayer Identification Number (ITIN)' },
  { name: 'U.S. Social Security Number (SSN)' },
];
const dlp = (policy: JsonObject, rule: JsonObject = {}) =>
  configurationOf({
    dlpPolicies: [{ Name: 'Personal data', Mode: 'Enable', ...everywhere, ...policy }],
    dlpRules: [
      {
        Name: 'Block',
        Policy: 'Personal data',
        Disabled: false,
        BlockAccess: true,
        BlockAccessScope: 'All',
        NotifyUser: ['Owner'],
        ContentContainsSensitiveInformation: { SensitiveInformation: personal },
        ...rule,
      },
    ],
  });
const alerts = (...off: string[]) =>
  configurationOf({
    protectionAlerts: [
      'Suspicious email sending patterns detected',
      'Suspicious connector activity',
      'Suspicious Email Forwarding Activity',
      'Messages have been delayed',
      'Tenant restricted from sending unprovisioned email',
      'Tenant restricted from sending email',
    ].map((Name) => ({
      Name,
      Disabled: off.includes(Name),
      NotificationEnabled: off.length === 0,
      NotifyUser: off.length === 0 ? ['TenantAdmins'] : [],
    })),
  });
const few = { SensitiveInformation: personal.slice(1) };
const labels = (Labels: string[]) =>
  configurationOf({ labelPolicies: [{ Name: 'Labels', Labels, ExchangeLocation: ['All'] }] });
const score = (points: number) => ({
  secureScores: [
    {
      createdDateTime: '2026-11-20T00:00:00Z',
      controlScores: [{ controlName: 'mip_search_auditlog', score: points, scoreInPercentage: points * 10 }],
    },
  ],
});

export const purviewExamples: readonly CheckExample[] = [
  { check: 'purview.dlp', good: dlp({}), bad: dlp({ Mode: 'TestWithNotifications' }), says: 'fail' },
  { check: 'purview.dlp.teams', good: dlp({}), bad: dlp({ TeamsLocation: [] }), says: 'fail' },
  {
    check: 'purview.dlp.personal',
    good: dlp({}),
    bad: dlp({}, { ContentContainsSensitiveInformation: few }),
    says: 'fail',
  },
  { check: 'purview.dlp.locations', good: dlp({}), bad: dlp({ EndpointDlpLocation: [''] }), says: 'fail' },
  { check: 'purview.dlp.block', good: dlp({}), bad: dlp({}, { BlockAccess: false }), says: 'fail' },
  { check: 'purview.dlp.notify', good: dlp({}), bad: dlp({}, { NotifyUser: [] }), says: 'fail' },
  { check: 'purview.alerts', good: alerts(), bad: alerts('Messages have been delayed'), says: 'fail' },
  { check: 'purview.alerts.told', good: alerts(), bad: alerts('Messages have been delayed'), says: 'warning' },
  { check: 'purview.labels', good: labels(['General']), bad: labels([]), says: 'fail' },
  { check: 'purview.audit', good: score(10), bad: score(0), says: 'fail' },
];
