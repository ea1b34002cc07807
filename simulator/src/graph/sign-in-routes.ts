import { signInLog, signInLogDays } from '../directory/sign-in-log.ts';
import { dayMs } from '../graph-time.ts';
import { answerList, answerPage } from './collection-answer.ts';
import { type GraphAnswer, licenseErrors } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import { selectFields } from './graph-query.ts';
import type { GraphRoute } from './graph-route.ts';

/** Properties of an entry: what a filter may name. */
const fields: ReadonlySet<string> = new Set([
  ...[
    'id',
    'createdDateTime',
    'userId',
    'userDisplayName',
    'userPrincipalName',
    'appId',
    'appDisplayName',
    'ipAddress',
  ],
  ...[
    'resourceId',
    'resourceDisplayName',
    'clientAppUsed',
    'conditionalAccessStatus',
    'isInteractive',
    'status',
    'location',
  ],
  ...['deviceDetail', 'riskDetail', 'riskLevelAggregated', 'riskLevelDuringSignIn', 'riskState', 'correlationId'],
]);

/** A filter that names clients, and legacy ones alone, finds none of the other sign-ins. */
function asksLegacyOnly(filter: string | null): boolean {
  const names = [...(filter ?? '').matchAll(/clientAppUsed eq '([^']*)'/g)].map(([, name = '']) => name.toLowerCase());
  return names.length > 0 && !names.includes('browser') && !names.includes('mobile apps and desktop clients');
}

/** How many days a filter goes back: the log behind it is not looked at. */
function daysBack(call: GraphCall): number {
  const from = /createdDateTime g[et] (\S+?)\)*(\s|$)/.exec(call.query.filter ?? '')?.[1];
  const days = from === undefined ? signInLogDays : Math.ceil((call.anchorMs - Date.parse(from)) / dayMs);
  return Number.isFinite(days) ? Math.max(1, days) : signInLogDays;
}

/** Graph v1.0, "List signIns": interactive sign-ins of users, 1,000 a page at most, the newest first. */
function signIns(call: GraphCall): GraphAnswer {
  if (call.directory.profile.license === 'none') throw licenseErrors.premium();
  const log = signInLog(call.directory, call.anchorMs);
  const paging = { defaultPage: 1000, maxPage: 1000 };
  if (asksLegacyOnly(call.query.filter)) return answerList(call, 'auditLogs/signIns', log.legacy(), paging);
  return answerPage(call, {
    ...paging,
    context: 'auditLogs/signIns',
    size: log.sizeOf(daysBack(call)),
    overMax: 'cut',
    fields: call.query.select,
    knows: (field) => fields.has(field),
    at: (position, selected) => {
      const entry = log.at(position);
      return entry && selectFields(entry, selected);
    },
  });
}

export const signInRoutes: GraphRoute[] = [{ path: '/auditLogs/signIns', answer: signIns }];
