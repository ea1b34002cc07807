import { Button, Field, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { MailSending, MailUse } from '@tenantry/contract/mailflow';
import { type FormEvent, useState } from 'react';
import { useSelectedTenant } from '../../lib/session.ts';
import { Part } from '../../ui/facts.tsx';
import { Hint } from '../../ui/muted.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { tenantMailFlowQuery } from './mail-flow-queries.ts';
import { useMailUse } from './use-mail-use.ts';

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalS },
  save: { justifySelf: 'start' },
});

const answers: readonly { value: MailUse; label: string }[] = [
  { value: 'none', label: 'No, the domain is parked' },
  { value: 'microsoft365', label: 'Yes, through Microsoft 365' },
  { value: 'other', label: 'Yes, through other services' },
];

type Props = { domain: string; sending: MailSending };

/** Whether a domain without MX record sends mail: asked once, shown with who said it, and changed here. */
export function SendingAnswer({ domain, sending }: Props) {
  const styles = useStyles();
  const { id: tenantId } = useSelectedTenant();
  const { answer, pending } = useMailUse(tenantId);
  const { data } = useInfiniteQuery(tenantMailFlowQuery(tenantId));
  const given = data?.pages[0]?.answers.find((one) => one.domain === domain);
  const [chosen, setChosen] = useState<MailUse | null>(null);
  const value = chosen ?? sending.by;
  const isSame = value === sending.by && sending.from === 'answer';
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (value !== null && !isSame) answer(domain, value);
  };
  return (
    <Part title="Sending">
      <form className={styles.form} onSubmit={save} aria-label="Sending" aria-busy={pending}>
        <Field label={`Does ${domain} send mail?`}>
          <RadioGroup
            value={value ?? ''}
            onChange={(_, data) => setChosen(answers.find((one) => one.value === data.value)?.value ?? null)}
          >
            {answers.map((one) => (
              <Radio key={one.value} value={one.value} label={one.label} />
            ))}
          </RadioGroup>
        </Field>
        <Button type="submit" className={styles.save} disabledFocusable={pending || value === null || isSame}>
          {pending ? 'Saving…' : 'Save answer'}
        </Button>
      </form>
      <Hint>
        {given !== undefined ? (
          <>
            Answered by {given.answeredBy} <RelativeTime instant={given.answeredAt} />
          </>
        ) : sending.from === 'dns' ? (
          'Read from its DNS records. Save another answer if they are out of date.'
        ) : (
          'The domain has no MX record. The records to publish depend on the answer.'
        )}
      </Hint>
    </Part>
  );
}
