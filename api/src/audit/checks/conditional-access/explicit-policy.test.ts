import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { block, policy } from '../../testing/policies.ts';
import { verdictFor } from '../../testing/verdict-for.ts';

const policies = (...conditionalAccessPolicies: JsonObject[]): JsonObject => ({ conditionalAccessPolicies });

type Row = [name: string, check: string, snapshot: JsonObject, status: string];

function holds(rows: readonly Row[]): void {
  test.each(rows)('%s (%s)', (_name, check, snapshot, status) => {
    const found = verdictFor(check, snapshot);
    expect(found.status, found.message).toBe(status);
  });
}

describe('policies that block or limit by the way', () => {
  const deviceCode = { authenticationFlows: { transferMethods: 'deviceCodeFlow' } };
  const blockAll = policy({ name: 'All', grant: block });
  const limited = (applications: string[], clientAppTypes: string[]): JsonObject =>
    policies(
      policy({
        grant: null,
        applications: { includeApplications: applications },
        conditions: { clientAppTypes },
        session: { applicationEnforcedRestrictions: { isEnabled: true } },
      }),
    );
  const modern = ['browser', 'mobileAppsAndDesktopClients'];
  const exchange = '00000002-0000-0ff1-ce00-000000000000';
  const sharePoint = '00000003-0000-0FF1-CE00-000000000000';
  holds([
    ['everything at once', 'ca.devicecode', policies(blockAll), 'warning'],
    [
      'a flow of no kind',
      'ca.authtransfer',
      policies(policy({ grant: block, conditions: { authenticationFlows: { transferMethods: '' } } })),
      'warning',
    ],
    ['every platform at once', 'ca.platforms', policies(blockAll), 'warning'],
    [
      'the flow for members, everything for guests',
      'ca.devicecode',
      policies(
        policy({
          name: 'A',
          grant: block,
          conditions: deviceCode,
          users: { includeUsers: ['All'], excludeUsers: ['GuestsOrExternalUsers'] },
        }),
        policy({ name: 'B', grant: block, users: { includeUsers: ['GuestsOrExternalUsers'] } }),
      ),
      'pass',
    ],
    ['both applications by name', 'ca.app.restrictions', limited([exchange, sharePoint], modern), 'pass'],
    ['one of them', 'ca.app.restrictions', limited([exchange], modern), 'fail'],
    ['Office 365', 'ca.app.restrictions', limited(['Office365'], ['all']), 'pass'],
    ['every application, which does not reach these', 'ca.app.restrictions', limited(['All'], ['all']), 'fail'],
    ['browsers only', 'ca.app.restrictions', limited(['Office365'], ['browser']), 'fail'],
  ]);
});
