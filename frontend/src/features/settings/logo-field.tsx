import { Button, Field, Text } from '@fluentui/react-components';
import { maxLogoBytes } from '@tenantry/contract/report-settings';
import { useRef } from 'react';
import { formatSize } from '../../lib/format.ts';
import { Row } from '../../ui/row.tsx';
import { type Logo, logoOfFile, logoTypeLabels, sizeOfBase64 } from './report-look.ts';

/** What the file is and how large. */
export const logoText = ({ contentType, base64 }: Logo): string =>
  `${logoTypeLabels[contentType]}, ${formatSize(sizeOfBase64(base64))}`;

type Props = {
  logo: Logo | null;
  /** A text: why the chosen file is none. */
  onChoose: (chosen: Logo | string) => void;
  onRemove: () => void;
  error: string | undefined;
};

/** The provider's logo: a file to choose, or to take away. */
export function LogoField({ logo, onChoose, onRemove, error }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const read = async (files: FileList | null) => {
    const file = files?.item(0);
    if (file) onChoose(await logoOfFile(file));
    // The same file chosen again, mended meanwhile, is read again.
    if (input.current) input.current.value = '';
  };
  return (
    <Field label="Logo" hint={`PNG or SVG, at most ${maxLogoBytes / 1024} KB`} validationMessage={error}>
      <Row gap="S" align="center">
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Logo file"
          accept="image/png,image/svg+xml"
          onChange={({ target }) => void read(target.files)}
        />
        <Text>{logo === null ? 'None' : logoText(logo)}</Text>
        <Button ref={choose} onClick={() => input.current?.click()}>
          {logo === null ? 'Choose a file…' : 'Choose another…'}
        </Button>
        {logo !== null && (
          <Button
            appearance="subtle"
            onClick={() => {
              onRemove();
              choose.current?.focus();
            }}
          >
            Remove logo
          </Button>
        )}
      </Row>
    </Field>
  );
}
