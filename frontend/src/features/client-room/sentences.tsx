import { makeStyles, Text } from '@fluentui/react-components';
import { SectionCard } from '../../ui/section-card.tsx';
import { Stack } from '../../ui/stack.tsx';

const useStyles = makeStyles({ text: { maxWidth: '80ch' } });

/** A part of the overview that is told in sentences; nothing where there are none. */
export function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <SectionCard title={title}>
      <SentenceLines sentences={sentences} />
    </SectionCard>
  );
}

/** Sentences below each other. */
export function SentenceLines({ sentences }: { sentences: readonly string[] }) {
  const styles = useStyles();
  return (
    <Stack gap="XS">
      {sentences.map((sentence) => (
        <Text key={sentence} className={styles.text}>
          {sentence}
        </Text>
      ))}
    </Stack>
  );
}
