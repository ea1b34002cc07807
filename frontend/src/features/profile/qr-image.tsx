import { tokens } from '@fluentui/react-components';
import { encode } from 'uqr';

/** The quiet zone around the picture that readers need (ISO/IEC 18004: four modules). */
const border = 4;

/** A text as a QR code. Dark on light in every theme: not every reader takes it the other way around. */
export function QrImage({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width="100%"
      height="100%"
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR code with the key for your authenticator app"
    >
      <rect width={size} height={size} fill={tokens.colorNeutralForegroundStaticInverted} />
      <path d={path} fill={tokens.colorNeutralBackgroundStatic} />
    </svg>
  );
}
