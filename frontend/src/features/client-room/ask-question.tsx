import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { askQuestion } from '@tenantry/contract/client-questions';
import { type FormEvent, useId, useRef } from 'react';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { showToast } from '../../lib/toast.ts';
import { InvalidForm } from '../../lib/use-field-errors.ts';
import { useForm } from '../../lib/use-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Hint } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useRoom } from './room-context.ts';
import { clientQuestionsQuery } from './room-queries.ts';

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalM, maxWidth: '80ch' },
  start: { justifySelf: 'start' },
});

/** Asks the provider something. One that is sent again because its answer got lost is the same question. */
export function AskQuestion() {
  const styles = useStyles();
  const hintId = useId();
  const client = useQueryClient();
  const { tenantId, isPreview } = useRoom();
  // Of what was sent last: the same text again is the same question, another text another one.
  const sent = useRef({ text: '', key: '' });
  const { values, field, change, sendChecked } = useForm({ text: '' }, ['text'], {
    name: `client-question ${tenantId}`,
  });
  const { submit, pending, error } = useSubmit(() => {
    if (sent.current.text !== values.text) sent.current = { text: values.text, key: crypto.randomUUID() };
    const body = sent.current;
    return sendChecked(formErrors(askQuestion.body, body), async () => {
      await call(askQuestion, { body, tenantId });
      sent.current = { text: '', key: '' };
      change({ text: '' });
      showToast({ title: 'Question sent', body: 'Your provider was told.', intent: 'success' });
      await client.invalidateQueries({ queryKey: clientQuestionsQuery(tenantId).queryKey });
    });
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isPreview) void submit();
  };
  return (
    <SectionCard title="Ask a question">
      <form className={styles.form} onSubmit={send} noValidate aria-label="Ask a question">
        {error !== null && !(error instanceof InvalidForm) && (
          <ErrorPanel title="Your question was not sent" error={error} />
        )}
        <TextArea label="Your question" {...field('text')} />
        <Button
          className={styles.start}
          type="submit"
          appearance="primary"
          disabledFocusable={pending || isPreview}
          aria-describedby={isPreview ? hintId : undefined}
        >
          {pending ? 'Sending…' : 'Send'}
        </Button>
        {isPreview && <Hint id={hintId}>Preview: only the client can ask.</Hint>}
      </form>
    </SectionCard>
  );
}
