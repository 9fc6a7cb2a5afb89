import type { ReactNode } from 'react';
import { encode } from 'uqr';

/** A text as a QR code, dark on light in every theme: programs that scan expect that. */
export function QrCode({ of, label }: Readonly<{ of: string; label: string }>): ReactNode {
  const { data, size } = encode(of, { border: 3 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
