import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import type { MailFlowReport } from '@tenantry/contract/mailflow';
import { type FormEvent, useState } from 'react';
import { onDemand } from '../ui/on-demand.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';
import { useMailFlowCheck } from './use-mail-flow-check.ts';

// Not needed until there is a result.
const MailFlowSummary = onDemand(async () => (await import('./mail-flow-summary.tsx')).MailFlowSummary);

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalL, minWidth: 0 },
  form: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: tokens.spacingHorizontalM },
  field: { flex: '1 1 200px', maxWidth: '420px', minWidth: 0 },
  // Fluent gives it a width of its own, wider than a small phone.
  input: { minWidth: 0, width: '100%' },
});

type Props = {
  /** What stands in the field at first, unless there is a result already. */
  domain: string;
  /** Opens all that is known of the result; without it only the summary is shown. */
  onDetails?: (report: MailFlowReport) => void;
  /** An empty field is told of. */
  asksForDomain?: boolean;
};

/** Checks what the DNS says about the mail of any domain. */
export function MailFlowCheck({ domain: initial, onDetails, asksForDomain = false }: Props) {
  const styles = useStyles();
  const { report, shown, check, checkAgain, pending } = useMailFlowCheck({ asksForDomain });
  const [domain, setDomain] = useState(report === null ? initial : (shown ?? initial));
  const send = (event: FormEvent) => {
    event.preventDefault();
    check(domain);
  };
  return (
    <div className={styles.root} aria-busy={pending}>
      <form className={styles.form} onSubmit={send} noValidate aria-label="Mail flow check">
        <Field label="Domain" className={styles.field}>
          <Input
            className={styles.input}
            value={domain}
            onChange={(_, data) => setDomain(data.value)}
            maxLength={300}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Button type="submit" disabledFocusable={pending}>
          {pending ? 'Checking…' : 'Check'}
        </Button>
      </form>
      {pending && report === null && <SkeletonRows rows={3} size={16} label="Checking the domain" />}
      {report !== null && (
        <MailFlowSummary
          report={report}
          pending={pending}
          onAgain={checkAgain}
          onDetails={onDetails && (() => onDetails(report))}
        />
      )}
    </div>
  );
}
