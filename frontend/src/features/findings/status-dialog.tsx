import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { maxFindingNote, setFindingStatus } from '@tenantry/contract/findings';
import { useRef } from 'react';
import { formErrors } from '../../lib/form-errors.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { type ChangeableFinding, saidOf } from './use-set-status.ts';

const firstNamed = 5;
/** From here on the dialog counts what is left. */
const nearEnd = 150;
/** As long as a reason may be (contract: Reason). */
const maxReason = 500;

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, overflowWrap: 'anywhere' },
});

export type AskedStatus = 'resolved' | 'unresolved';

type Words = { verb: string; submitting: string; consequence: string; label: string; hint: string; max: number };
const words: Record<AskedStatus, Words> = {
  resolved: {
    verb: 'Resolve',
    submitting: 'Resolving…',
    consequence:
      'It reads "resolved by hand, not verified" until a scan agrees. A scan that still finds the problem opens it again.',
    label: 'Reason',
    hint: 'What was done, and how anybody can tell.',
    max: maxReason,
  },
  unresolved: {
    verb: 'Reopen',
    submitting: 'Reopening…',
    consequence: 'It counts as unresolved again.',
    label: 'Note (optional)',
    hint: 'Why it is open again, for example.',
    max: maxFindingNote,
  },
};

type Props = {
  findings: readonly ChangeableFinding[];
  status: AskedStatus;
  /** Names what is half typed; null where nothing is kept of it. */
  draft: string | null;
  /** What it rejects with is said in the dialog. */
  onSend: (text: string) => Promise<void>;
  onClose: (isDone: boolean) => void;
};

/** Asks why findings are resolved by hand, or for a note on opening them again, and does it. */
export function StatusDialog({ findings, status, draft, onSend, onClose }: Props) {
  const { verb, submitting, consequence, label, hint, max } = words[status];
  const { values, change, errors, sendChecked } = useForm(
    { note: '' },
    ['note', 'reason'],
    draft === null ? undefined : { name: draft },
  );
  const isDone = useRef(false);
  const isReason = status === 'resolved';
  // A reason is one line in lists, reports and the trail.
  const text = isReason ? values.note.replace(/\s+/g, ' ').trim() : values.note.trim();
  const send = () =>
    sendChecked(formErrors(setFindingStatus.body, { status, ...saidOf(status, text) }), async () => {
      await onSend(text);
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
      <TextArea
        label={label}
        required={isReason}
        rows={4}
        hint={`${hint} ${hintOf(text.length, max)}`}
        value={values.note}
        onChange={(note) => change({ note })}
        error={errors.note ?? errors.reason}
      />
    </FormDialog>
  );
}

function hintOf(used: number, max: number): string {
  if (used <= max - nearEnd) return 'It stays with the finding and in the audit trail.';
  const left = max - used;
  return left < 0
    ? `${countOf(-left, 'character')} too many.`
    : `${countOf(left, 'character')} left of ${formatNumber(max)}.`;
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
