import { makeStyles, Text } from '@fluentui/react-components';
import { getReportLogo } from '@tenantry/contract/report-settings';
import { useEffect, useRef, useState } from 'react';
import { urlOf } from '../../lib/api-client.ts';
import { bytesOfBase64, type ShownLogo } from './report-look.ts';

const useStyles = makeStyles({
  picture: { display: 'block', maxWidth: '100%', maxHeight: '64px', objectFit: 'contain', objectPosition: 'left' },
});

/**
 * A logo as it is printed. The policy of our pages lets no picture be made of data, but a canvas may be drawn on: so a PNG is
 * shown before it is saved, and an SVG once it is.
 */
export function LogoPicture({ logo }: { logo: ShownLogo }) {
  const styles = useStyles();
  if (logo.contentType === 'image/png') return <PngPicture base64={logo.base64} />;
  if (logo.revision === null) return <Text>The SVG logo is shown here once it is saved.</Text>;
  return (
    <img
      src={urlOf(getReportLogo, {}, { revision: logo.revision })}
      alt="Logo"
      className={styles.picture}
      height={64}
    />
  );
}

function PngPicture({ base64 }: { base64: string }) {
  const styles = useStyles();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    let isGone = false;
    setBroken(false);
    const draw = async () => {
      const picture = await createImageBitmap(new Blob([bytesOfBase64(base64)], { type: 'image/png' }));
      const target = canvas.current;
      if (isGone || target === null) return;
      target.width = picture.width;
      target.height = picture.height;
      target.getContext('2d')?.drawImage(picture, 0, 0);
    };
    // What cannot be drawn is no picture: the server says what is wrong with it.
    draw().catch(() => setBroken(!isGone));
    return () => {
      isGone = true;
    };
  }, [base64]);
  if (isBroken) return <Text>This file cannot be shown</Text>;
  return <canvas ref={canvas} role="img" aria-label="Logo" className={styles.picture} />;
}
