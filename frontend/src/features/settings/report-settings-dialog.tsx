import { useQueryClient } from '@tanstack/react-query';
import { changeReportSettings, type ReportSettings } from '@tenantry/contract/report-settings';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { ownColor } from '../../lib/color.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { formatDateTime } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { ColorField } from '../../ui/color-field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeZoneField } from '../../ui/time-zone-field.tsx';
import { colorHint } from './color-hint.ts';
import { LogoField } from './logo-field.tsx';
import { type Logo, logoTypeLabels } from './report-look.ts';
import { defaultReportZone, reportSettingsDraft, reportSettingsQuery } from './settings-queries.ts';
import { TitleBlock } from './title-block.tsx';

const fields = ['organizationName', 'color', 'timeZone', 'logo'];

const valuesOf = ({ organizationName, color, timeZone }: ReportSettings) => ({
  organizationName: organizationName ?? '',
  color: color ?? '',
  timeZone: timeZone ?? defaultReportZone,
});
type Values = ReturnType<typeof valuesOf>;

/** A logo that was chosen, null to take it away; undefined leaves it as it is. */
type ChosenLogo = Logo | null | undefined;

/** What differs from the settings that were edited. */
function changesOf(base: ReportSettings, values: Values, logo: ChosenLogo) {
  const before = valuesOf(base);
  const changed = (name: keyof Values) => values[name].trim() !== before[name];
  return {
    revision: base.revision,
    ...(changed('organizationName') && { organizationName: values.organizationName.trim() || null }),
    ...(changed('color') && { color: values.color || null }),
    ...(changed('timeZone') && { timeZone: values.timeZone }),
    ...(logo !== undefined && { logo }),
  };
}

/** What was typed over what is there now: what nobody typed in is as it is there. */
function typedOver(now: ReportSettings, base: ReportSettings, values: Values): Values {
  const [before, after] = [valuesOf(base), valuesOf(now)];
  const kept = (name: keyof Values) => (values[name] === before[name] ? after[name] : values[name]);
  return { organizationName: kept('organizationName'), color: kept('color'), timeZone: kept('timeZone') };
}

type Props = { settings: ReportSettings; onClose: () => void };

/** Edits how reports look. Where somebody else changed that meanwhile, it is told and nothing that was typed is lost. */
export function ReportSettingsDialog({ settings, onClose }: Props) {
  const client = useQueryClient();
  const [base, setBase] = useState(settings);
  const { values, field, change, errors, sendChecked } = useForm(() => valuesOf(settings), fields, {
    name: reportSettingsDraft,
  });
  const [chosenLogo, setChosenLogo] = useState<ChosenLogo>(undefined);
  const [badFile, setBadFile] = useState<string | null>(null);
  const logo = chosenLogo === undefined ? base.logo : chosenLogo;
  const body = changesOf(base, values, chosenLogo);
  const save = async () => {
    try {
      const saved = await call(changeReportSettings, { body, tenantId: null });
      client.setQueryData(reportSettingsQuery().queryKey, saved);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') {
        const now = await client.fetchQuery({ ...reportSettingsQuery(), staleTime: 0 });
        change(typedOver(now, base, values));
        setBase(now);
      }
      throw error;
    }
    showToast({ title: 'Settings Updated', body: 'The look of reports was saved.', intent: 'success' });
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'report-time-zone' });
  };
  return (
    <FormDialog
      open
      title="Edit report settings"
      submitLabel="Save"
      onSubmit={() => sendChecked(formErrors(changeReportSettings.body, body), save)}
      onClose={onClose}
    >
      {base !== settings && <ChangedMeanwhile now={base} />}
      <TextField
        label="Organization name"
        hint="Who prepared the report. Empty: the name in the installation’s settings, if there is one."
        isProse
        {...field('organizationName')}
      />
      <ColorField initial={ownColor} hint={colorHint(values.color)} {...field('color')} />
      <LogoField
        logo={logo}
        onChoose={(chosen) => {
          setBadFile(typeof chosen === 'string' ? chosen : null);
          if (typeof chosen !== 'string') setChosenLogo(chosen);
        }}
        onRemove={() => {
          setBadFile(null);
          setChosenLogo(base.logo === null ? undefined : null);
        }}
        error={badFile ?? errors.logo}
      />
      <TimeZoneField {...field('timeZone')} />
      <TitleBlock
        name={values.organizationName}
        color={values.color}
        logo={logo && { ...logo, revision: chosenLogo ? null : base.revision }}
      />
    </FormDialog>
  );
}

/** What somebody else has saved, while this was being typed. */
function ChangedMeanwhile({ now }: { now: ReportSettings }) {
  const { organizationName, color, logo, timeZone, updatedAt, updatedBy } = now;
  return (
    <Notice intent="warning" title="Somebody else changed these settings" politeness="polite">
      {updatedBy ?? 'Somebody'} saved name {organizationName ?? 'none'}, color {color ?? 'Tenantry’s'}, logo{' '}
      {logo === null ? 'none' : logoTypeLabels[logo.contentType]}, time zone {timeZone ?? defaultReportZone}
      {updatedAt !== null && ` on ${formatDateTime(updatedAt)}`}. What you typed is kept: Save puts it over theirs.
    </Notice>
  );
}
