import { Field, makeStyles, Text, Textarea, tokens } from '@fluentui/react-components';
import { maxFindingNote, setFindingStatus } from '@tenantry/contract/findings';
import { useRef } from 'react';
import { formErrors } from '../../lib/form-errors.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { ChangeableFinding } from './use-set-status.ts';

const firstNamed = 5;
/** From here on the dialog counts what is left. */
const nearEnd = maxFindingNote - 150;

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, overflowWrap: 'anywhere' },
});

export type AskedStatus = 'resolved' | 'unresolved';

const words: Record<AskedStatus, { verb: string; submitting: string; consequence: string; hint: string }> = {
  resolved: {
    verb: 'Resolve',
    submitting: 'Resolving…',
    consequence: 'A scan that still finds the problem opens it again.',
    hint: 'What was done, for example.',
  },
  unresolved: {
    verb: 'Reopen',
    submitting: 'Reopening…',
    consequence: 'It counts as unresolved again.',
    hint: 'Why it is open again, for example.',
  },
};

type Props = {
  findings: readonly ChangeableFinding[];
  status: AskedStatus;
  /** Names what is half typed; null where nothing is kept of it. */
  draft: string | null;
  /** What it rejects with is said in the dialog. */
  onSend: (note: string) => Promise<void>;
  onClose: (isDone: boolean) => void;
};

/** Asks for a note, which may be left out, and resolves findings or opens them again. */
export function StatusDialog({ findings, status, draft, onSend, onClose }: Props) {
  const { verb, submitting, consequence, hint } = words[status];
  const { values, change, errors, sendChecked } = useForm(
    { note: '' },
    ['note'],
    draft === null ? undefined : { name: draft },
  );
  const isDone = useRef(false);
  const note = values.note.trim();
  const send = () =>
    sendChecked(formErrors(setFindingStatus.body, { status, note }), async () => {
      await onSend(note);
      isDone.current = true;
    });
  const several = findings.length > 1;
  return (
    <FormDialog
      open
      title={several ? `${verb} ${countOf(findings.length, 'finding')}` : `${verb} this finding`}
      submitLabel={verb}
      submittingLabel={submitting}
      onSubmit={send}
      onClose={() => onClose(isDone.current)}
    >
      {several ? <Named findings={findings} /> : <Text weight="semibold">{findings[0]?.title}</Text>}
      <Text>{consequence}</Text>
      <Field label="Note (optional)" hint={`${hint} ${hintOf(note.length)}`} validationMessage={errors.note}>
        <Textarea value={values.note} onChange={(_, data) => change({ note: data.value })} rows={4} resize="vertical" />
      </Field>
    </FormDialog>
  );
}

function hintOf(used: number): string {
  if (used <= nearEnd) return 'It stays with the finding and in the audit trail.';
  const left = maxFindingNote - used;
  return left < 0
    ? `${countOf(-left, 'character')} too many.`
    : `${countOf(left, 'character')} left of ${formatNumber(maxFindingNote)}.`;
}

function Named({ findings }: { findings: readonly ChangeableFinding[] }) {
  const styles = useStyles();
  const more = findings.length - firstNamed;
  return (
    <div>
      <ul className={styles.list} aria-label="Selected findings">
        {findings.slice(0, firstNamed).map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      {more > 0 && <Text>and {formatNumber(more)} more</Text>}
    </div>
  );
}
