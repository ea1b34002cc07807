import type { Remedy } from './remedy.ts';

export const teamsRemedies: readonly Remedy[] = [
  {
    id: 'teams-meetings',
    title: 'Keep strangers out of Teams meetings',
    checks: [
      'teams.meeting.anonymous.join',
      'teams.meeting.anonymous.start',
      'teams.meeting.lobby.organization',
      'teams.meeting.lobby.anonymous',
      'teams.meeting.lobby.callers',
      'teams.meeting.lobby.internal',
      'teams.meeting.chat',
      'teams.meeting.presenters',
      'teams.meeting.control',
      'teams.meeting.recording',
      'teams.events.recording',
    ],
  },
  {
    id: 'teams-external-access',
    title: 'Limit who can write to users in Teams',
    checks: [
      'teams.external.domains',
      'teams.external.unmanaged',
      'teams.external.unmanaged.inbound',
      'teams.external.trial',
    ],
  },
  {
    id: 'teams-apps-and-files',
    title: 'Limit apps and files from elsewhere in Teams',
    checks: [
      'teams.files.providers',
      'teams.channel.email',
      'teams.apps',
      'teams.apps.microsoft',
      'teams.apps.third',
      'teams.apps.custom',
    ],
  },
  {
    id: 'report-messages',
    title: 'Let users report suspicious messages',
    checks: ['teams.reporting.messages', 'teams.reporting'],
  },
];
