import { changeMicrosoftQuestions, getMicrosoftQuestions } from '@tenantry/contract/microsoft-questions';
import { forgetSampleDisputes } from '../../domain/microsoft-answers/forget-disputes.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { readSetting, type Setting, writeSetting } from '../../domain/settings/system-settings.ts';
import { callerRoute, type Route } from '../../http/route.ts';

const view = ({ value, updatedAt, updatedBy }: Setting) => ({ atEachScan: value, updatedAt, updatedBy });

type Dependencies = Pick<CommonParts, 'systemConfig' | 'tenants' | 'trail' | 'clock'>;

/** Whether each scan asks Microsoft about the sign-ins that it found. */
export function microsoftQuestionRoutes({ systemConfig, tenants, trail, clock }: Dependencies): Route[] {
  return [
    callerRoute(getMicrosoftQuestions, async () => view(await readSetting(systemConfig, 'ask_microsoft_at_scans'))),
    callerRoute(changeMicrosoftQuestions, async ({ body: { atEachScan }, caller }) => {
      const written = { systemConfig, trail, now: clock.now() };
      const setting = await writeSetting(written, 'ask_microsoft_at_scans', atEachScan, caller.user.username);
      if (!atEachScan) await forgetSampleDisputes({ tenants });
      return view(setting);
    }),
  ];
}
