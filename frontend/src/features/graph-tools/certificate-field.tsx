import { Button, Field, makeStyles, Text, Textarea, tokens } from '@fluentui/react-components';
import { maxCertificateLength } from '@tenantry/contract/graph-tools';
import { type ChangeEvent, useRef, useState } from 'react';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalS, gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start' },
  field: { justifySelf: 'stretch', minWidth: 0 },
  text: { fontFamily: tokens.fontFamilyMonospace },
  chosen: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  name: { overflowWrap: 'anywhere' },
});

type Props = { value: string; onChange: (value: string) => void; hint: string; error?: string | undefined };

const tooLarge = 'This is too large for a certificate with its key.';

/** The private key and its certificate: pasted, or read from files, whose text is then not shown. */
export function CertificateField({ value, onChange, hint, error }: Props) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const [names, setNames] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const isOfFiles = names.length > 0 && value !== '';
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // The same file can be chosen again.
    const text = files.reduce((size, file) => size + file.size, 0) > maxCertificateLength ? null : await read(files);
    target.value = '';
    setProblem(text === null ? tooLarge : undefined);
    if (text === null || files.length === 0) return;
    setNames(files.map(({ name }) => name));
    onChange(text);
  };
  const clear = () => {
    setNames([]);
    onChange('');
  };
  return (
    <div className={styles.root}>
      <Field
        className={styles.field}
        label="Certificate with private key (PEM)"
        hint={hint}
        validationMessage={error ?? problem}
      >
        {isOfFiles ? (
          <div className={styles.chosen}>
            <Text className={styles.name}>{names.join(', ')}</Text>
            <Button size="small" onClick={clear}>
              Remove
            </Button>
          </div>
        ) : (
          <Textarea
            textarea={{ className: styles.text, spellCheck: false, autoComplete: 'off' }}
            value={value}
            onChange={(_, data) => onChange(data.value)}
            rows={4}
            resize="vertical"
          />
        )}
      </Field>
      <input
        ref={input}
        type="file"
        accept=".pem,.key,.crt,.cer"
        multiple
        hidden
        onChange={(event) => void take(event)}
        aria-label="Files with the certificate"
      />
      <Button onClick={() => input.current?.click()}>Choose PEM files</Button>
    </div>
  );
}

const read = async (files: readonly File[]) => (await Promise.all(files.map((file) => file.text()))).join('\n');
