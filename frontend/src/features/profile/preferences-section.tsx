import { Button, Field, makeStyles, Radio, RadioGroup, Text, tokens } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import type { Profile } from '@tenantry/contract/profile';
import { useState } from 'react';
import { saveTheme, saveTimeZone } from '../../lib/own-choices.ts';
import { browserTimeZone } from '../../lib/shown-time-zone.ts';
import { themes, useThemeChoice } from '../../lib/theme-choice.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { profileQuery } from './profile-queries.ts';

// The list of all zones is more than the rest of the page.
const TimeZoneField = onDemand(
  async () => (await import('../../ui/time-zone-field.tsx')).TimeZoneField,
  <Text>Time zone</Text>,
);

const useStyles = makeStyles({
  zone: { display: 'grid', gap: tokens.spacingVerticalM, maxWidth: '480px', justifyItems: 'start' },
  field: { width: '100%', minWidth: 0 },
});

/** What goes along with users to every browser. */
export function PreferencesSection({ profile }: { profile: Profile }) {
  return (
    <SectionCard title="Preferences" subtitle="They go with you to every browser.">
      <Zone profile={profile} />
      <Theme />
    </SectionCard>
  );
}

function Zone({ profile: { timeZone } }: { profile: Profile }) {
  const styles = useStyles();
  const client = useQueryClient();
  const [chosen, setChosen] = useState(timeZone ?? browserTimeZone());
  const { submit, pending } = useAction('Time zone not saved', async (wanted: string | null) => {
    client.setQueryData(profileQuery().queryKey, await saveTimeZone(wanted));
    setChosen(wanted ?? browserTimeZone());
    showToast({ title: 'Time zone saved', intent: 'success' });
  });
  return (
    <div className={styles.zone}>
      <div className={styles.field}>
        <TimeZoneField value={chosen} onChange={setChosen} />
      </div>
      <Row gap="S">
        <Button
          disabled={chosen === (timeZone ?? browserTimeZone())}
          disabledFocusable={pending}
          onClick={() => void submit(chosen)}
        >
          Save time zone
        </Button>
        {timeZone !== null && (
          <Button appearance="subtle" disabledFocusable={pending} onClick={() => void submit(null)}>
            Use the browser’s ({browserTimeZone()})
          </Button>
        )}
      </Row>
    </div>
  );
}

function Theme() {
  const client = useQueryClient();
  const theme = useThemeChoice();
  const choose = async (value: string) => {
    const wanted = themes.find((one) => one.value === value)?.value;
    const saved = wanted && (await saveTheme(wanted));
    if (saved) client.setQueryData(profileQuery().queryKey, saved);
  };
  return (
    <Field label="Theme">
      <RadioGroup layout="horizontal" value={theme} onChange={(_, { value }) => void choose(value)}>
        {themes.map(({ value, label }) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </RadioGroup>
    </Field>
  );
}
