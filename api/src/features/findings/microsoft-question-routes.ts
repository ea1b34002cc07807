import { changeMicrosoftQuestions, getMicrosoftQuestions } from '@tenantry/contract/microsoft-questions';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { readSetting, type Setting, writeSetting } from '../../domain/settings/system-settings.ts';
import { callerRoute, type Route } from '../../http/route.ts';

const view = ({ value, updatedAt, updatedBy }: Setting) => ({ atEachScan: value, updatedAt, updatedBy });

/** Whether each scan asks Microsoft about the sign-ins that it found. */
export function microsoftQuestionRoutes({
  systemConfig,
  trail,
  clock,
}: Pick<CommonParts, 'systemConfig' | 'trail' | 'clock'>): Route[] {
  return [
    callerRoute(getMicrosoftQuestions, async () => view(await readSetting(systemConfig, 'ask_microsoft_at_scans'))),
    callerRoute(changeMicrosoftQuestions, async ({ body, caller }) =>
      view(
        await writeSetting(
          { systemConfig, trail, now: clock.now() },
          'ask_microsoft_at_scans',
          body.atEachScan,
          caller.user.username,
        ),
      ),
    ),
  ];
}
