import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import type { AdminTenant } from '@tenantry/contract/connections';
import { maxTenantsScheduled, type ScheduleResult, setTenantSchedules } from '@tenantry/contract/tenant-schedules';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { countOf } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { managedTenantsQuery } from './connection-queries.ts';
import { formOf, ScheduleFields, scheduleFields, scheduleOf } from './schedule-fields.tsx';
import { scheduleText } from './schedule-texts.ts';

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

type Chosen = Pick<AdminTenant, 'id' | 'orgName' | 'schedule'>;
type Props = { tenants: readonly Chosen[]; onClose: () => void };

const whyNot = { notFound: 'no longer there', failed: 'could not be saved, try again' } as const;
type NotSaved = { tenantId: string; because: string };

const notSavedOf = (results: readonly ScheduleResult[]): NotSaved[] =>
  results.flatMap(({ tenantId, status }) =>
    status === 'notFound' || status === 'failed' ? [{ tenantId, because: whyNot[status] }] : [],
  );

function summary(results: readonly ScheduleResult[]): string {
  const count = (status: ScheduleResult['status']) => results.filter((result) => result.status === status).length;
  const unchanged = count('unchanged');
  const told = `${countOf(count('changed'), 'tenant')} changed`;
  return unchanged > 0 ? `${told}, ${unchanged} already had it` : told;
}

/** The schedule that tenants have in common, if they have one. */
function common(tenants: readonly Chosen[]): Chosen['schedule'] {
  const [first, ...others] = tenants.map(({ schedule }) => schedule);
  const isCommon = others.every((schedule) => JSON.stringify(schedule) === JSON.stringify(first));
  return isCommon ? (first ?? null) : null;
}

/** One schedule for several tenants. It stays open with those that could not be saved, which Save tries again. */
export function ScheduleTenantsDialog({ tenants, onClose }: Props) {
  const styles = useStyles();
  const client = useQueryClient();
  const [form, setForm] = useState(() => formOf(common(tenants)));
  const [notSaved, setNotSaved] = useState<readonly NotSaved[]>([]);
  const { errors, sendChecked } = useFieldErrors(scheduleFields);
  const nameOf = (tenantId: string) => tenants.find(({ id }) => id === tenantId)?.orgName ?? tenantId;
  const save = async () => {
    const schedule = scheduleOf(form);
    const tenantIds = tenants.map(({ id }) => id);
    const results: ScheduleResult[] = [];
    for (let start = 0; start < tenantIds.length; start += maxTenantsScheduled) {
      const body = { tenantIds: tenantIds.slice(start, start + maxTenantsScheduled), schedule };
      results.push(...(await sendChecked({}, () => call(setTenantSchedules, { body, tenantId: null }))).results);
    }
    await client.invalidateQueries({ queryKey: managedTenantsQuery().queryKey });
    const left = notSavedOf(results);
    setNotSaved(left);
    if (left.length > 0) throw new Error(`${countOf(left.length, 'schedule')} not saved. ${summary(results)}.`);
    showToast({
      title: 'Schedules saved',
      body: `${summary(results)}. ${scheduleText(schedule)}.`,
      intent: 'success',
    });
  };
  return (
    <FormDialog
      open
      title={`Schedule ${countOf(tenants.length, 'tenant')}`}
      submitLabel="Save"
      onSubmit={save}
      onClose={onClose}
    >
      <Text>This replaces the schedule of each selected tenant.</Text>
      <ScheduleFields form={form} errors={errors} onChange={setForm} />
      {notSaved.length > 0 && (
        <Notice intent="warning" title="Not saved">
          <ul className={styles.list}>
            {notSaved.map(({ tenantId, because }) => (
              <li key={tenantId}>
                {nameOf(tenantId)}: {because}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </FormDialog>
  );
}
